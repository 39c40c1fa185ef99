import type { AdminApplication, Revocation } from '#shared/admin/applications.ts'
import { formatDateTime } from '#web/ui/dates.ts'

/** The listed record that a profile replaces, and earlier revocations of the same owner or record. */
export function ClaimNotice({ vc: { claim, isClaimRevoked, revocations } }: { vc: AdminApplication }) {
  if (!claim && revocations.length === 0) return null
  return (
    <div className="mb-6 grid gap-3 border-l-2 border-red pl-4" dir="auto">
      {claim && (
        <p>
          <span className="column-head block">Claims a listed profile</span>
          {[claim.name ?? 'A deleted profile', claim.fund].filter(Boolean).join(', ')}.{' '}
          {isClaimRevoked
            ? 'The claim is revoked. If approved, this becomes a separate profile and the listed one stays.'
            : 'If approved, it replaces the listed profile and takes over its buyers and calls.'}
          {claim.isTaken && ' Another profile has already replaced it.'}
        </p>
      )}
      {revocations.length > 0 && (
        <div>
          <span className="column-head block">Revoked before</span>
          <ul>
            {revocations.map((one) => (
              <li key={`${one.revokedAt} ${one.recordId}`}>
                {sentenceOf(one)}
                {one.reason && <span className="block whitespace-pre-line text-soft">{one.reason}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function sentenceOf({ revokedAt, liftedAt, recordId, recordName, isSameOwner }: Revocation): string {
  const what = recordId ? `a claim to ${recordName ?? 'a deleted profile'}` : 'a profile'
  const origin = isSameOwner ? 'of this owner' : 'of another account'
  return `${formatDateTime(revokedAt)}: ${what} ${origin}${liftedAt ? `, lifted ${formatDateTime(liftedAt)}` : ''}`
}
