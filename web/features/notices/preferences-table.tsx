import type { User } from '#shared/accounts/contract.ts'
import { isInvestor } from '#shared/accounts/is-investor.ts'
import { groupTexts, switchLabel } from '#shared/notices/preference-labels.ts'
import { type MailGroup, type NoticeSwitch, noticeGroups, type OptionalMail, optionalMails } from '#shared/notices/preferences.ts'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { preferNotices } from './mutations.ts'
import { useHasUnsentPreferences } from './queries.ts'

const isOptional = (group: MailGroup): group is OptionalMail => optionalMails.some((one) => one === group)

const notSaved = () =>
  toast({ title: 'Not saved', description: 'Couldn’t save on this device. Please try again.', variant: 'destructive' })

/** What reaches the user outside the app, for all devices. It works offline. */
export function PreferencesTable({ user }: { user: Pick<User, 'noticesOff' | 'userType' | 'isApprovedInvestor'> }) {
  const isUnsent = useHasUnsentPreferences()
  const isOnline = useOnline()
  const { noticesOff } = user
  // A server of the last release has no preferences.
  if (!noticesOff) return null
  const cell = (which: NoticeSwitch) => (
    // The label makes the cell as large as a finger.
    <label className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        role="switch"
        aria-label={switchLabel(which)}
        className="toggle checked:border-brass checked:text-brass"
        checked={!noticesOff.includes(which)}
        aria-checked={!noticesOff.includes(which)}
        onChange={({ target }) => preferNotices({ which, isOn: target.checked }).catch(notSaved)}
      />
    </label>
  )
  const rows: MailGroup[] = [...noticeGroups.filter((group) => group !== 'sales' || isInvestor(user)), 'digest']
  return (
    <>
      <table className="mt-8 w-full">
        <caption className="pb-2 text-left text-soft">What reaches you, on all your devices and in your mailbox</caption>
        <thead className="column-head border-y border-rule">
          <tr>
            <th scope="col" className="py-2 text-left font-medium">
              News
            </th>
            <th scope="col" className="w-16 py-2 text-center font-medium sm:w-24">
              Push
            </th>
            <th scope="col" className="w-16 py-2 text-center font-medium sm:w-24">
              Email
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((group) => (
            <tr key={group} className="border-b border-rule">
              <th scope="row" className="py-2.5 pr-3 text-left font-normal">
                {groupTexts[group].label}
                <span className="mt-0.5 block text-sm text-soft">{groupTexts[group].about}</span>
              </th>
              <td className="text-center">{group !== 'digest' && cell(`${group}:push`)}</td>
              <td className="text-center">
                {isOptional(group) ? cell(`${group}:mail`) : <span className="text-sm text-soft">Always</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-soft">
        “Always” is for emails about your money, a call that changes, or a decision you may have to act on. Receipts, sign-in
        links and warnings about your account always come as well, and so does the offer of your money back.
      </p>
      <p role="status" className="mt-2 text-sm empty:hidden">
        {isUnsent && !isOnline && 'Saved on this device. Sends when you are online.'}
      </p>
    </>
  )
}
