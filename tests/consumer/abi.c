/* The C interface, used from C: what it promises about errors, buffers, handles, moves, positions, searches, records. */
#include <farnorth/embed/farnorth.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEMAND(condition)                                                              \
  do {                                                                                 \
    if (!(condition)) {                                                                \
      fprintf(stderr, "%d: %s (%s)\n", __LINE__, #condition, farnorth_last_error());   \
      exit(1);                                                                         \
    }                                                                                  \
  } while (0)

static char* text_of(int (*give)(const farnorth_state*, char*, size_t, size_t*), const farnorth_state* state) {
  size_t need = 0;
  DEMAND(give(state, NULL, 0, &need) == FARNORTH_TOO_SMALL && need > 1);
  char* text = malloc(need);
  DEMAND(text != NULL);
  DEMAND(give(state, text, need, NULL) == FARNORTH_OK && strlen(text) + 1 == need);
  return text;
}

static int position(const farnorth_state* state, char* buffer, size_t cap, size_t* need) {
  return farnorth_state_json(state, -1, buffer, cap, need);
}

static void test_errors(void) {
  farnorth_state* state = NULL;
  DEMAND(farnorth_abi_version() == FARNORTH_ABI_VERSION);
  DEMAND(strlen(farnorth_version()) >= 5);
  DEMAND(farnorth_state_new("chess", 0, NULL, NULL, &state) == FARNORTH_BAD_DATA);
  DEMAND(strstr(farnorth_last_error(), "chess") != NULL);
  DEMAND(farnorth_state_new("borealis", 9, NULL, NULL, &state) == FARNORTH_BAD_DATA);
  DEMAND(farnorth_state_new("borealis", 0, "{", NULL, &state) == FARNORTH_BAD_DATA);
  DEMAND(farnorth_state_new("borealis", 0, NULL, "\xff", &state) == FARNORTH_BAD_DATA);
  DEMAND(farnorth_state_new(NULL, 0, NULL, NULL, &state) == FARNORTH_BAD_ARGUMENT);
  DEMAND(farnorth_state_new("borealis", 0, NULL, NULL, NULL) == FARNORTH_BAD_ARGUMENT);
  DEMAND(state == NULL);
  DEMAND(farnorth_state_free(NULL) == FARNORTH_OK);
  DEMAND(farnorth_state_free((farnorth_state*)(uintptr_t)12345) == FARNORTH_BAD_HANDLE);
  DEMAND(farnorth_state_apply(NULL, 0) == FARNORTH_BAD_HANDLE);
}

static void test_handles(void) {
  farnorth_state *first = NULL, *second = NULL;
  uint64_t a = 0, b = 0;
  int actor = -5, players = 0;
  DEMAND(farnorth_state_new("borealis", 3, "{\"side\":\"II\"}", "seed", &first) == FARNORTH_OK);
  DEMAND(farnorth_state_players(first, &players) == FARNORTH_OK && players == 3);
  DEMAND(farnorth_state_clone(first, &second) == FARNORTH_OK && second != first);
  DEMAND(farnorth_state_hash(first, &a) == FARNORTH_OK && farnorth_state_hash(second, &b) == FARNORTH_OK);
  DEMAND(a == b);
  int32_t ids[512];
  size_t count = 0;
  DEMAND(farnorth_state_legal(first, ids, 512, &count) == FARNORTH_OK && count > 1);
  DEMAND(farnorth_state_legal(first, ids, 1, &count) == FARNORTH_TOO_SMALL && count > 1);
  DEMAND(farnorth_state_apply(first, ids[0]) == FARNORTH_OK);
  DEMAND(farnorth_state_hash(first, &a) == FARNORTH_OK && a != b);
  DEMAND(farnorth_state_hash(second, &a) == FARNORTH_OK && a == b);
  DEMAND(farnorth_state_free(first) == FARNORTH_OK);
  DEMAND(farnorth_state_free(first) == FARNORTH_BAD_HANDLE);
  DEMAND(farnorth_state_actor(first, &actor) == FARNORTH_BAD_HANDLE);
  DEMAND(farnorth_state_actor(second, &actor) == FARNORTH_OK && actor >= 0);
  DEMAND(farnorth_state_free(second) == FARNORTH_OK);
}

static void test_positions_and_moves(void) {
  farnorth_state *state = NULL, *again = NULL;
  uint64_t a = 0, b = 0;
  int32_t id = -1, ids[512];
  char move[128];
  DEMAND(farnorth_state_new("scavengers", 4, NULL, NULL, &state) == FARNORTH_OK);
  int actor = 0;
  DEMAND(farnorth_state_actor(state, &actor) == FARNORTH_OK && actor == FARNORTH_CHANCE);
  uint32_t weights[512];
  size_t count = 0, weighed = 0;
  DEMAND(farnorth_state_legal(state, ids, 512, &count) == FARNORTH_OK);
  DEMAND(farnorth_state_weights(state, weights, 512, &weighed) == FARNORTH_OK && weighed == count);
  DEMAND(farnorth_state_move_text(state, ids[0], move, sizeof move, NULL) == FARNORTH_OK);
  DEMAND(farnorth_state_move_id(state, move, &id) == FARNORTH_OK && id == ids[0]);
  DEMAND(farnorth_state_hash(state, &a) == FARNORTH_OK);
  DEMAND(farnorth_state_apply_text(state, "no such move") == FARNORTH_ILLEGAL_MOVE);
  DEMAND(farnorth_state_apply(state, 1 << 30) == FARNORTH_ILLEGAL_MOVE);
  DEMAND(farnorth_state_hash(state, &b) == FARNORTH_OK && a == b);
  DEMAND(farnorth_state_apply_text(state, move) == FARNORTH_OK);
  char* json = text_of(position, state);
  DEMAND(farnorth_state_from_json(json, "1", &again) == FARNORTH_OK);
  json[strlen(json) / 2] = '!';
  farnorth_state* broken = NULL;
  DEMAND(farnorth_state_from_json(json, NULL, &broken) == FARNORTH_BAD_DATA);
  free(json);
  static float numbers[1 << 16];
  size_t size = 0;
  DEMAND(farnorth_state_observation(again, 1, numbers, 1 << 16, &size) == FARNORTH_OK && size > 100);
  DEMAND(farnorth_state_observation(again, 1, numbers, size - 1, NULL) == FARNORTH_TOO_SMALL);
  DEMAND(farnorth_state_observation(again, 4, numbers, size, NULL) == FARNORTH_BAD_ARGUMENT);
  static char view[1 << 16];
  DEMAND(farnorth_state_json(again, 2, view, sizeof view, NULL) == FARNORTH_OK && view[0] == '{');
  DEMAND(farnorth_state_view(again, 2, view, sizeof view, NULL) == FARNORTH_OK);
  DEMAND(strstr(view, "\"world\":") != NULL);
  DEMAND(farnorth_state_free(state) == FARNORTH_OK && farnorth_state_free(again) == FARNORTH_OK);
}

static int reports = 0;
static int on_progress(const char* found_json, void* user) {
  DEMAND(strstr(found_json, "\"bestmove\":") != NULL);
  return ++reports == *(int*)user;
}

static void test_search_and_record(void) {
  farnorth_state* state = NULL;
  int actor = 0, stop_after = 3;
  static char found[1 << 16], line[1 << 20];
  DEMAND(farnorth_state_new("explorers", 2, NULL, "5", &state) == FARNORTH_OK);
  DEMAND(farnorth_state_actor(state, &actor) == FARNORTH_OK && actor >= 0);
  DEMAND(farnorth_search(state, 1 - actor, NULL, NULL, NULL, found, sizeof found, NULL) == FARNORTH_ILLEGAL_MOVE);
  DEMAND(farnorth_search(state, actor, "{\"bot\":\"nobody\"}", NULL, NULL, found, sizeof found, NULL) == FARNORTH_BAD_DATA);
  DEMAND(farnorth_search(state, actor, "{\"time_ms\":60000,\"report_ms\":5}", on_progress, &stop_after, found,
                         sizeof found, NULL) == FARNORTH_OK);
  DEMAND(reports == 3);
  size_t need = 0;
  DEMAND(farnorth_search(state, actor, "{\"sims\":20,\"seed\":\"1\"}", NULL, NULL, NULL, 0, &need) == FARNORTH_TOO_SMALL);
  DEMAND(farnorth_last_text(found, sizeof found, NULL) == FARNORTH_OK && strlen(found) + 1 == need);
  double returns[2];
  int32_t places[2];
  DEMAND(farnorth_state_returns(state, returns, 2, NULL) == FARNORTH_OK && returns[0] + returns[1] == 0);
  DEMAND(farnorth_state_places(state, places, 2, NULL) == FARNORTH_OK && places[0] >= 1);
  DEMAND(farnorth_state_record(state, "[\"me\",\"you\"]", line, sizeof line, NULL) == FARNORTH_OK);
  DEMAND(farnorth_verify_record(line) == FARNORTH_OK);
  DEMAND(farnorth_play("explorers", 2, NULL, "[\"greedy\",\"random\"]", "3", line, sizeof line, NULL) == FARNORTH_OK);
  DEMAND(farnorth_verify_record(line) == FARNORTH_OK);
  line[strlen(line) / 2] ^= 1;
  DEMAND(farnorth_verify_record(line) == FARNORTH_BAD_RECORD);
  DEMAND(farnorth_state_free(state) == FARNORTH_OK);
}

int main(void) {
  test_errors();
  test_handles();
  test_positions_and_moves();
  test_search_and_record();
  puts("ok");
  return 0;
}
