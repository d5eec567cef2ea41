/* Plays a game from C, a search against the first legal move: cc play.c $(pkg-config --cflags --libs farnorth_c) */
#include <farnorth/embed/farnorth.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int status) {
  if (status == FARNORTH_OK) return;
  fprintf(stderr, "%s\n", farnorth_last_error());
  exit(1);
}

int main(void) {
  farnorth_state* state = NULL;
  int actor = 0;
  check(farnorth_state_new("scavengers", 2, NULL, "1", &state));
  for (check(farnorth_state_actor(state, &actor)); actor != FARNORTH_NOBODY;
       check(farnorth_state_actor(state, &actor))) {
    int32_t ids[4096];
    size_t count = 0;
    check(farnorth_state_legal(state, ids, 4096, &count));
    if (actor == 0 && count > 1) { /* {"bestmove":"...", ...} */
      static char found[1 << 16];
      check(farnorth_search(state, actor, "{\"sims\":30}", NULL, NULL, found, sizeof found, NULL));
      char* best = found + strlen("{\"bestmove\":\"");
      *strchr(best, '"') = '\0';
      check(farnorth_state_apply_text(state, best));
    } else {
      check(farnorth_state_apply(state, ids[0]));
    }
  }
  int32_t scores[2];
  check(farnorth_state_scores(state, scores, 2, NULL));
  printf("%d : %d\n", (int)scores[0], (int)scores[1]);
  check(farnorth_state_free(state));
  return 0;
}
