import { expect, test } from 'vitest'
import { describeError, type Page } from './describe-error.ts'

const page: Page = {
  origin: 'https://latchkey.example',
  pathname: '/contacts/psn_0193a1b2',
  isOnline: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  script: 'https://latchkey.example/assets/index-AbC12_x.js',
}
const failed = (stack: string, about: Partial<Error> & { status?: number } = {}) =>
  Object.assign(new TypeError('The note of ada@example.com cannot be read'), { stack, ...about })

const CHROME = `TypeError: The note of ada@example.com cannot be read
    at noteOf (https://latchkey.example/assets/index-AbC12_x.js:1:2345)
    at async https://latchkey.example/assets/-5zYxWv.js?again=1764:22:7
    at https://latchkey.example/contacts/psn_0193a1b2?q=ada@example.com:1:1
    at https://another.example/assets/index-AbC12_x.js:1:1
    at chrome-extension://abcdef/assets/inject-1234567.js:1:1`
const SAFARI = `noteOf@https://latchkey.example/assets/index-AbC12_x.js:1:2345
@https://latchkey.example/assets/-5zYxWv.js:22:7`

test.each([
  ['Chrome', CHROME],
  ['Firefox and Safari', SAFARI],
])('a stack of %s is reduced to places in the files of the build', (_, stack) => {
  expect(describeError('error', failed(stack), page)).toEqual({
    kind: 'error',
    name: 'TypeError',
    code: null,
    frames: [
      { file: 'index-AbC12_x.js', line: 1, column: 2345 },
      { file: '-5zYxWv.js', line: 22, column: 7 },
    ],
    build: 'index-AbC12_x.js',
    route: '/contacts/$id',
    isOnline: true,
    browser: 'Chrome',
  })
})

test('nothing that a person wrote, no id and no address is in a report', () => {
  const error = failed(CHROME, { name: 'TypeError', cause: 'ada@example.com' } as Partial<Error>)
  const text = JSON.stringify(describeError('rejection', error, page))
  for (const secret of ['ada', '@', 'psn_', 'note', 'https:', 'again', 'another', 'extension']) expect(text).not.toContain(secret)
})

test.each([
  ['an extension', failed('at https://another.example/assets/index-AbC12_x.js:1:1')],
  ['a text that was thrown', 'ada@example.com'],
  ['nothing', undefined],
  ['an error without a stack', failed('')],
])('%s is not reported', (_, error) => {
  expect(describeError('error', error, page)).toBeUndefined()
})

test('a chunk that was not loaded is reported with its name', () => {
  const message = 'Failed to fetch dynamically imported module: https://latchkey.example/assets/-5zYxWv.js'
  const { frames, name } = describeError('chunk', new TypeError(message), page) ?? {}
  expect([frames, name]).toEqual([[{ file: '-5zYxWv.js', line: 0, column: 0 }], 'TypeError'])
})

test('the number of an error of React and the status of a refused call are reported', () => {
  const codeOf = (about: object) => describeError('screen', failed(SAFARI, about), page)?.code
  expect(
    codeOf({ message: 'Minified React error #418; visit https://react.dev/errors/418?args[]=Ada for the full message' }),
  ).toBe(418)
  expect(codeOf({ name: 'HttpProblem', status: 409 })).toBe(409)
  expect(codeOf({ status: 12345 })).toBeNull()
})

test.each([
  ['Edge', 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'],
  ['Opera', 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/120.0'],
  ['Samsung', 'AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'],
  ['Chrome', 'AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36'],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Safari', 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'],
  ['other', 'Unknown'],
])('the browser family %s is recognised', (browser, userAgent) => {
  expect(describeError('error', failed(SAFARI), { ...page, userAgent })?.browser).toBe(browser)
})
