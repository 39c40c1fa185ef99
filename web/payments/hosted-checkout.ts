const STRIPE = 'https://checkout.stripe.com/'
const SANDBOX_PATH = '/sandbox/stripe/checkout/'

/** Whether somebody may be sent there to pay: Stripe's own page, or our sandbox's. No other address takes a card. */
export function isCheckoutPage(url: string, ownOrigin: string): boolean {
  if (url.startsWith(STRIPE)) return true
  const parsed = URL.parse(url)
  return parsed?.origin === ownOrigin && parsed.pathname.startsWith(SANDBOX_PATH)
}

/** Leaves for the provider's page. @throws Error for any other address */
export function goToCheckout(url: string) {
  if (!isCheckoutPage(url, window.location.origin)) throw new Error('Failed to create payment')
  window.location.assign(url)
}
