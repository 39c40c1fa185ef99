/**
 * The format of stored words. It changes whenever the same records would be stored differently: with the words that a record is
 * found by, their spelling, their places, or the arrays.
 */
export const WORDS_FORMAT = 1

/**
 * The words of some records in a form that opens without reading the records again. It is kept on devices: a reader checks its
 * format.
 */
export type StoredWords = {
  format: number
  /** Number of records. */
  size: number
  /** Every word once, in order, with a space in between: no word contains one. */
  words: string
  /** Where the postings of each word begin, and at last where those of the last word end. */
  starts: Uint32Array
  /** Numbers of records times four plus the place, as in `WordIndex`. */
  postings: Uint16Array | Uint32Array
}
