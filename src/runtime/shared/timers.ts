/** The longest delay that timers know, in milliseconds; a longer one would be over at once. */
export const LONGEST_TIMER = 2 ** 31 - 1
