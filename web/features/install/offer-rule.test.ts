import { expect, test } from 'vitest'
import { availableChannel, isIosSafari, type OfferInput } from './offer-rule.ts'

const DAY = 24 * 60 * 60 * 1000
const ready: OfferInput = {
  isStandalone: false,
  hasPrompt: true,
  isIosSafari: false,
  hasKept: true,
  dismissedAt: undefined,
  now: 100 * DAY,
}

test.each<[string, Partial<OfferInput>, string | undefined]>([
  ['after the first unlock or save', {}, 'prompt'],
  ['not before the first unlock or save', { hasKept: false }, undefined],
  ['not where it is installed', { isStandalone: true }, undefined],
  ['not for thirty days after "not now"', { dismissedAt: 71 * DAY }, undefined],
  ['again after thirty days', { dismissedAt: 70 * DAY }, 'prompt'],
  ['by the share sheet on an iPhone', { hasPrompt: false, isIosSafari: true }, 'share-sheet'],
  ['not in other browsers', { hasPrompt: false }, undefined],
])('%s', (_, change, way) => {
  expect(availableChannel({ ...ready, ...change })).toBe(way)
})

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
test.each([
  [
    'Safari on an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
    5,
    true,
  ],
  ['Safari on an iPad', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`, 5, true],
  ['Safari on a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`, 0, false],
  [
    'Chrome on an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} CriOS/130.0 Mobile/15E148 Safari/604.1`,
    5,
    false,
  ],
  ['a mail app on an iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Mobile/15E148`, 5, false],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
    5,
    false,
  ],
])('%s', (_, userAgent, fingers, is) => {
  expect(isIosSafari(userAgent, fingers)).toBe(is)
})
