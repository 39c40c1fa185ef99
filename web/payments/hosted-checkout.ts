const STRIPE = 'https://checkout.stripe.com/'
const SANDBOX_PATH = '/sandbox/stripe/checkout/'
const STRIPE_CONNECT = 'https://connect.stripe.com/'
const SANDBOX_ONBOARDING = '/sandbox/stripe/onboarding/'

/** Whether the user may be sent to this address to pay: Stripe's page, or our sandbox's. No other address takes a card. */
export function isCheckoutPage(url: string, ownOrigin: string): boolean {
  return url.startsWith(STRIPE) || isOwnPage(url, ownOrigin, SANDBOX_PATH)
}

/** Whether the user may be sent to this address to enter payout details. No other address asks for a bank account. */
export function isOnboardingPage(url: string, ownOrigin: string): boolean {
  return url.startsWith(STRIPE_CONNECT) || isOwnPage(url, ownOrigin, SANDBOX_ONBOARDING)
}

function isOwnPage(url: string, ownOrigin: string, path: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.origin === ownOrigin && parsed.pathname.startsWith(path)
}

/** Navigates to the provider's checkout page. @throws Error for any other address */
export function goToCheckout(url: string) {
  if (!isCheckoutPage(url, window.location.origin)) throw new Error('Failed to create payment')
  window.location.assign(url)
}

/** Navigates to the provider's onboarding page for payees. @throws Error for any other address */
export function goToOnboarding(url: string) {
  if (!isOnboardingPage(url, window.location.origin)) throw new Error('Failed to open the page')
  window.location.assign(url)
}
