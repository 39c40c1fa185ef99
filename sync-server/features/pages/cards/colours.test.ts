import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COLOURS, TINTS } from './colours.ts'

const styles = (name: string) => readFileSync(`${import.meta.dirname}/../../../../web/${name}`, 'utf8')

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
const times = (rows: number[][], values: number[]) =>
  rows.map((row) => row.reduce((sum, by, at) => sum + by * (values[at] ?? 0), 0))

/** @see https://bottosson.github.io/posts/oklab/ */
const TO_CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const FROM_CONES = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

/** `color-mix(in oklab, …)`: OKLab is linear in the cube roots of the cones, so these are mixed. */
function mix(color: string, share: number, other: string): number[] {
  const [one = [], two = []] = [color, other].map((each) => times(TO_CONES, channelsOf(each).map(toLinear)).map(Math.cbrt))
  const cones = one.map((value, at) => (value * share + (two[at] ?? 0) * (1 - share)) ** 3)
  return times(FROM_CONES, cones).map((value) => Math.round(toGamma(value) * 255))
}

test('the colours of the cards are those of the light theme', () => {
  const theme = /name: "ledger";[\s\S]*?\}/.exec(styles('app.css'))?.[0] ?? ''
  const named = Object.fromEntries([...theme.matchAll(/--(\w+): (#\w{6});/g)].map(([, name, color]) => [name, color]))
  expect(named).toMatchObject(COLOURS)
})

test.each(Object.entries(TINTS))('%s is %s, as in the app', (tint, color) => {
  const [, base = '', percent] =
    new RegExp(`\\.${tint} \\{\\s*background: color-mix\\(in oklab, (#\\w+) (\\d+)%`).exec(styles('pieces.css')) ?? []
  expect(channelsOf(color).map((value) => value * 255)).toEqual(mix(base, Number(percent) / 100, COLOURS.sheet))
})
