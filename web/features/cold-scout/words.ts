/** Said once a decision maker's payment has come through, on their fund's page or on the way back from a bank. */
export const UNLOCKED = { title: 'Payment Successful!', description: 'Contact information has been unlocked.' }
