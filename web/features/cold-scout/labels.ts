/** Toast after the payment for a decision maker succeeded, on the fund's page or on the way back from a bank. */
export const UNLOCKED = { title: 'Payment Successful!', description: 'Contact information has been unlocked.' }
