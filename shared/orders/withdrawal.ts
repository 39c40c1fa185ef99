/**
 * Shown where an order is paid, and stored with the order as shown: a buyer who requests immediate delivery of digital content,
 * and knows that the right of withdrawal ends with it, cannot withdraw afterwards. The product's own guarantee applies in
 * addition.
 */
export const WITHDRAWAL_WORDS =
  'By paying, you ask for immediate delivery and accept that your 14-day right of withdrawal ends with it. Our 7-day money-back guarantee still applies.'
