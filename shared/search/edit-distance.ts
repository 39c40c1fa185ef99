/** Whether two words differ by one letter that is replaced, added, left out or swapped with its neighbour. Equal words do not. */
export function isWithinOneEdit(a: string, b: string): boolean {
  const short = a.length <= b.length ? a : b
  const long = short === a ? b : a
  const extra = long.length - short.length
  if (extra > 1 || short === long) return false

  // Skips the common prefix and suffix: only the letters between them can differ.
  let start = 0
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start += 1
  let end = 0
  while (end < short.length - start && short.charCodeAt(short.length - 1 - end) === long.charCodeAt(long.length - 1 - end))
    end += 1

  const differing = short.length - start - end
  if (extra === 1) return differing === 0
  if (differing === 1) return true
  return differing === 2 && short[start] === long[start + 1] && short[start + 1] === long[start]
}
