/** Letters and digits of a text, joined by hyphens, as a part of a file name; empty when it has none. */
export const fileNamePart = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
