/** The reason that the last decision gave to the owner; nothing without one. */
export const ReasonGiven = ({ reason }: { reason: string | null }) =>
  reason && (
    <p className="mb-6 border-l-2 border-red pl-4" dir="auto">
      <span className="column-head block">Reason given</span>
      <span className="whitespace-pre-line">{reason}</span>
    </p>
  )
