import { expect, test } from 'vitest'
import { isCheckoutPage, isOnboardingPage } from './hosted-checkout.ts'

const OWN = 'https://latchkey.example'

test.each([
  ['https://checkout.stripe.com/c/pay/cs_live_1', true],
  ['https://latchkey.example/sandbox/stripe/checkout/cs_1', true],
  ['https://checkout.stripe.com.evil.example/c/pay/cs_1', false],
  ['https://checkout.stripe.com@evil.example/', false],
  ['http://checkout.stripe.com/c/pay/cs_1', false],
  ['https://evil.example/sandbox/stripe/checkout/cs_1', false],
  ['https://latchkey.example/sandbox/stripe/checkout/../../../auth', false],
  ['https://latchkey.example/auth', false],
  ['javascript:alert(1)', false],
  ['/sandbox/stripe/checkout/cs_1', false],
  ['', false],
])('%s: %s', (url, isOne) => {
  expect(isCheckoutPage(url, OWN)).toBe(isOne)
})

test.each([
  ['https://connect.stripe.com/setup/e/acct_1/abc', true],
  ['https://latchkey.example/sandbox/stripe/onboarding/alnk_1', true],
  ['https://connect.stripe.com.evil.example/setup', false],
  ['https://connect.stripe.com@evil.example/', false],
  ['https://evil.example/sandbox/stripe/onboarding/alnk_1', false],
  ['https://latchkey.example/sandbox/stripe/onboarding/../../../auth', false],
  ['https://checkout.stripe.com/c/pay/cs_live_1', false],
  ['javascript:alert(1)', false],
])('bank details are requested at %s: %s', (url, isOne) => {
  expect(isOnboardingPage(url, OWN)).toBe(isOne)
})
