/** A project is raising when it names an amount. */
export const isFundraising = ({ amountRaising }: { amountRaising: number | null }) => (amountRaising ?? 0) > 0
