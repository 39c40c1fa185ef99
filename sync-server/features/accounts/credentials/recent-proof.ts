import type { AccountDeps } from '#server/features/accounts/deps.ts'
import type { Account } from '#server/http/session.ts'
import { STEP_UP_MINUTES } from '#shared/accounts/security-contract.ts'
import { Problem } from '#shared/problem.ts'

/** Whether this session proved a password or code recently: an unlocked laptop in a café has not. */
export const isRecent = ({ now }: Pick<AccountDeps, 'now'>, { session }: Account) =>
  now().getTime() - session.provedAt.getTime() <= STEP_UP_MINUTES * 60_000

/** @throws Problem `step-up` */
export function requireRecent(deps: Pick<AccountDeps, 'now'>, account: Account) {
  if (!isRecent(deps, account)) throw new Problem('step-up')
}
