/**
 * Printed where somebody pays, and kept with the order as it was printed: whoever asks for digital content at once,
 * and knows that the right of withdrawal ends with it, cannot withdraw afterwards. The guarantee is ours on top.
 */
export const WITHDRAWAL_WORDS =
  'By paying you ask for it at once, and accept that your 14-day right of withdrawal ends when it is delivered. Our 7-day money-back guarantee stays.'
