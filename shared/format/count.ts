/**
 * `12,345`: a whole number with its thousands grouped. Not `toLocaleString`: its first call loads the tables of the locale, which
 * takes a renderer as long as a frame or several.
 */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
