/* The C interface of farnorth: games, positions, moves, views, searches and records, for any language that can call C.
 *
 * Every function that returns int returns a farnorth_status. When it is not FARNORTH_OK, farnorth_last_error() says why,
 * for the thread that called. Nothing is thrown, nothing is printed, and no sequence of calls ends the process.
 *
 * Handles are tickets, not addresses: one that was freed or made up is refused with FARNORTH_BAD_HANDLE. A state belongs
 * to one thread at a time, whichever it is; clone it for others.
 *
 * Texts go into buffers of the caller: `cap` is their size in bytes, `*need` gets the size that the whole answer takes,
 * its terminating zero included. If the buffer is too small nothing is written and FARNORTH_TOO_SMALL is returned; the
 * answer stays available from farnorth_last_text(), so that no work is done twice. With arrays `cap` and `*need` count
 * items. `need` may be NULL, and so may the buffer if `cap` is 0. All texts are UTF-8.
 */
#ifndef FARNORTH_H
#define FARNORTH_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define FARNORTH_API
#else
#define FARNORTH_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Rises when a function changes or goes; new functions do not change it. */
#define FARNORTH_ABI_VERSION 1

typedef enum farnorth_status {
  FARNORTH_OK = 0,
  FARNORTH_BAD_HANDLE = 1,
  FARNORTH_BAD_ARGUMENT = 2, /* a NULL where something is needed, no such seat */
  FARNORTH_TOO_SMALL = 3,
  FARNORTH_ILLEGAL_MOVE = 4,
  FARNORTH_BAD_DATA = 5, /* an option, JSON text or position that is wrong */
  FARNORTH_BAD_RECORD = 6,
  FARNORTH_NO_MEMORY = 7,
  FARNORTH_INTERNAL = 8
} farnorth_status;

/* Who acts, beside the seats 0, 1, ... */
#define FARNORTH_CHANCE (-1)
#define FARNORTH_NOBODY (-2) /* the game is over */

typedef struct farnorth_state farnorth_state;

/* ---- The library ------------------------------------------------------------------------------ */

FARNORTH_API int farnorth_abi_version(void);
FARNORTH_API const char* farnorth_version(void);
/* Why the last call of this thread that failed did so. Valid until the next one that fails. Never NULL. */
FARNORTH_API const char* farnorth_last_error(void);
/* The text that last did not fit, on this thread. */
FARNORTH_API int farnorth_last_text(char* buffer, size_t cap, size_t* need);
/* A JSON list with an object for each game: its name, options, players, and the sizes of its ids and observations. */
FARNORTH_API int farnorth_games(char* buffer, size_t cap, size_t* need);
/* A JSON list with an object for each bot that can search: its name and options. */
FARNORTH_API int farnorth_bots(char* buffer, size_t cap, size_t* need);

/* ---- States ----------------------------------------------------------------------------------- */

/* A new game. `players` 0 means the game's default; `options_json` is an object of options, or NULL. With a `seed` (any
 * text) the state plays chance by itself, as a match with that seed does; with NULL chance is the caller's. */
FARNORTH_API int farnorth_state_new(const char* game, int players, const char* options_json,
                                    const char* seed, farnorth_state** out);
/* A position as farnorth_state_json gives it. Refused, with the rule's name, if it breaks a rule of the game. */
FARNORTH_API int farnorth_state_from_json(const char* position_json, const char* seed,
                                          farnorth_state** out);
FARNORTH_API int farnorth_state_clone(const farnorth_state* state, farnorth_state** out);
/* NULL is allowed. */
FARNORTH_API int farnorth_state_free(farnorth_state* state);

/* A JSON object: game, rules_version, setup, players, actions, chance_actions, observation_size. */
FARNORTH_API int farnorth_state_info(const farnorth_state* state, char* buffer, size_t cap,
                                     size_t* need);
FARNORTH_API int farnorth_state_players(const farnorth_state* state, int* players);
/* A seat, FARNORTH_CHANCE or FARNORTH_NOBODY. */
FARNORTH_API int farnorth_state_actor(const farnorth_state* state, int* actor);
/* Equal positions have equal hashes. */
FARNORTH_API int farnorth_state_hash(const farnorth_state* state, uint64_t* hash);

/* ---- Moves ------------------------------------------------------------------------------------ */

/* A move has a text and an id. Ids of the seats' moves are below `actions`, those of chance below `chance_actions`; an id
 * means a move of the one who acts. */

FARNORTH_API int farnorth_state_legal(const farnorth_state* state, int32_t* ids, size_t cap,
                                      size_t* need);
/* One text a line, each with its newline, in the order of the ids. */
FARNORTH_API int farnorth_state_legal_texts(const farnorth_state* state, char* buffer, size_t cap,
                                            size_t* need);
/* Of chance's moves, in the order of the ids: their probabilities are in proportion. Empty where chance does not act. */
FARNORTH_API int farnorth_state_weights(const farnorth_state* state, uint32_t* weights, size_t cap,
                                        size_t* need);
FARNORTH_API int farnorth_state_move_text(const farnorth_state* state, int32_t id, char* buffer,
                                          size_t cap, size_t* need);
FARNORTH_API int farnorth_state_move_id(const farnorth_state* state, const char* text, int32_t* id);
/* An illegal move leaves the state as it was. */
FARNORTH_API int farnorth_state_apply(farnorth_state* state, int32_t id);
FARNORTH_API int farnorth_state_apply_text(farnorth_state* state, const char* text);

/* ---- Results, as if the game ended now --------------------------------------------------------- */

FARNORTH_API int farnorth_state_scores(const farnorth_state* state, int32_t* scores, size_t cap,
                                       size_t* need);
/* From 1, after tie-breaks; places may be shared. */
FARNORTH_API int farnorth_state_places(const farnorth_state* state, int32_t* places, size_t cap,
                                       size_t* need);
/* 1 for the first place to -1 for the last, in equal steps, shared by those who share places: they sum to 0. The one
 * player of a solo game gets points from 0 to 1. */
FARNORTH_API int farnorth_state_returns(const farnorth_state* state, double* returns, size_t cap,
                                        size_t* need);
/* A JSON object: over, scores, places, sheets, achievements where the game has them. */
FARNORTH_API int farnorth_state_result(const farnorth_state* state, char* buffer, size_t cap,
                                       size_t* need);

/* ---- Positions and views ----------------------------------------------------------------------- */

/* `seat` -1: the whole position, hidden parts included. Else what that seat may know. */
FARNORTH_API int farnorth_state_json(const farnorth_state* state, int seat, char* buffer, size_t cap,
                                     size_t* need);
/* What a seat may know, with one of the worlds it allows: a bot elsewhere can be given this. */
FARNORTH_API int farnorth_state_view(const farnorth_state* state, int seat, char* buffer, size_t cap,
                                     size_t* need);
/* `observation_size` numbers in [0, 1]. */
FARNORTH_API int farnorth_state_observation(const farnorth_state* state, int seat, float* numbers,
                                            size_t cap, size_t* need);
/* `actions` bytes: 1 for each legal move of the seat that acts. */
FARNORTH_API int farnorth_state_legal_mask(const farnorth_state* state, uint8_t* mask, size_t cap,
                                           size_t* need);

/* ---- Searches ---------------------------------------------------------------------------------- */

/* Gets the search as it stands, as JSON. Anything but 0 ends the search with what it has found. */
typedef int (*farnorth_progress)(const char* found_json, void* user);

/* What `seat`, which must be the one that acts, should do, knowing what it knows. `limits_json` is an object, or NULL:
 *   sims, time_ms   limits; with neither, 2000 sims
 *   bot             which bot decides (default "ismcts")
 *   seed            a whole number in a string: the answer then depends on position, seed and limits only. Without it
 *                   the seat has one bot for the whole game, which decides as in a match with the state's seed.
 *   report_ms       between two calls of `progress` (default 100)
 * The answer is a JSON object: bestmove, sims, elapsed_ms, value (by seat, per mille), visits, pv. */
FARNORTH_API int farnorth_search(farnorth_state* state, int seat, const char* limits_json,
                                 farnorth_progress progress, void* user, char* buffer, size_t cap,
                                 size_t* need);

/* ---- Records ----------------------------------------------------------------------------------- */

/* Plays a match between bots. `bots_json` is a list with the spec of a bot for each seat. The answer is the line of its
 * record, without a newline. */
FARNORTH_API int farnorth_play(const char* game, int players, const char* options_json,
                               const char* bots_json, const char* seed, char* buffer, size_t cap,
                               size_t* need);
/* The record of the moves made in this state, which must have begun with farnorth_state_new. `bots_json` lists who
 * played, in any words. */
FARNORTH_API int farnorth_state_record(const farnorth_state* state, const char* bots_json,
                                       char* buffer, size_t cap, size_t* need);
/* Checks a record's line and replays it by the rules. */
FARNORTH_API int farnorth_verify_record(const char* line);

#ifdef __cplusplus
}
#endif

#endif /* FARNORTH_H */
