/** Puts the money of an order before the team. The name is older than its other uses: a cancelled call, an investor who left. */
export const ASK_FOR_MONEY = 'refunds.missed-call'
