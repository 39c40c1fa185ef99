import type { tintOf } from '#shared/monogram.ts'
import type { Color } from './canvas.ts'

/** The colours of the light theme (`web/app.css`). */
export const COLOURS = {
  page: '#f7f2e7',
  sheet: '#fdfaf3',
  rule: '#dcd1bb',
  edge: '#8b806c',
  ink: '#1d1a15',
  soft: '#5f574a',
  brass: '#83590f',
  green: '#1c5a3c',
} as const satisfies Record<string, Color>

/** The tints of monograms (`web/pieces.css`), mixed with the sheet. */
export const TINTS: Record<ReturnType<typeof tintOf>, Color> = {
  'tint-oat': '#f0e5d4',
  'tint-rose': '#f1e1d8',
  'tint-slate': '#e0e1df',
  'tint-clay': '#e9e1d6',
  'tint-plum': '#e9e0dd',
}
