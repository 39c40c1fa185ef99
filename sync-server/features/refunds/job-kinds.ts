/** Creates a refund request for an admin. The name is older than its other uses: a cancelled call, an investor who left. */
export const ASK_FOR_MONEY = 'refunds.missed-call'
