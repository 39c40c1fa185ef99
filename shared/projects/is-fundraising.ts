/** A project is fundraising when it has an amount. */
export const isFundraising = ({ amountRaising }: { amountRaising: number | null }) => (amountRaising ?? 0) > 0
