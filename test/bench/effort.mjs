/**
 * @typedef {object} Effort
 * @property {number} rounds of each group that a row is read from
 * @property {number} slice milliseconds
 * @property {number} coldStarts of each app
 * @property {boolean} complete also the original's memory and starts, build times, and every method beside every server
 */

/** Ends within four minutes once the apps are built. @type {Effort} */
export const QUICK = { rounds: 9, slice: 400, coldStarts: 7, complete: false }

/** @type {Effort} */
export const FULL = { rounds: 11, slice: 500, coldStarts: 9, complete: true }

/** Rounds and slices of the groups that are printed as tables. */
export const TABLE = { rounds: 5, slice: 400 }

export const BUILD_ROUNDS = 2
