import type { AdminSwitches, Switch } from '#shared/switches/contract.ts'
import { changeSwitch, listSwitches } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { SectionState } from '#web/features/admin/loading/section-state.tsx'
import { useSection } from '#web/features/admin/loading/use-section.ts'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { refreshConfig } from '#web/net/tab/config.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'

type Props = Pick<QueueProps, 'busyWith' | 'ask'> & { settle: Settle }
type Row = AdminSwitches['switches'][number]

const switchLabels: Record<Switch, { name: string; about: string }> = {
  'sign-up': { name: 'Sign-up', about: 'New accounts. Existing ones sign in as usual.' },
  'guest-checkout': { name: 'Guest checkout', about: 'Every payment without an account.' },
  bookings: { name: 'Bookings', about: 'New calls. Booked ones take place, and can be moved or cancelled.' },
  'cold-scout': { name: 'Cold Scout', about: 'Unlocking decision makers. The funds stay visible.' },
  'scout-publishing': { name: 'Scout publishing', about: 'Publishing projects and putting them back. Published ones stay.' },
  applications: { name: 'Applications', about: 'New applications of investors. Those under review can be decided.' },
  newsletter: { name: 'Newsletter', about: 'New subscribers. Confirming and unsubscribing still work.' },
}

/** Features that an owner switches off and on. Only an owner sees them. */
export function SwitchesSection({ settle: settleOne, busyWith, ask }: Props) {
  const { data, isFailed, load, settle } = useSection(listSwitches, settleOne)
  const change = ({ feature, offSince }: Row) => {
    const { name, about } = switchLabels[feature]
    const isOff = offSince === null
    const action = isOff ? 'Switch off' : 'Switch on'
    ask({
      draftId: `admin:switch:${feature}`,
      title: `${action}: ${name}`,
      text: isOff
        ? `${about} What was begun before is completed, for example a payment that is open.`
        : 'It is available again at once.',
      label: 'Reason',
      missing: 'Enter a reason. Only admins see it.',
      action,
      isDanger: isOff,
      onDecide: async (reason) => {
        const title = isOff ? 'Switched off' : 'Switched on'
        const sentence = isOff ? `${name} is refused from now on.` : `${name} is available again.`
        const isDone = await settle({ targetId: feature, title, sentence }, () => changeSwitch(feature, { isOff, reason }))
        // This device shows it at once. The others read it at their next start, or when a screen of the feature opens.
        if (isDone) await refreshConfig().catch(() => undefined)
        return isDone
      },
    })
  }
  return (
    <section aria-labelledby="switches" className="max-w-3xl">
      <h2 id="switches" className="border-b border-edge pb-2 text-2xl">
        Feature switches
      </h2>
      <p className="py-5 text-soft">
        A feature that is off is refused by the server, and its screens say so. Every change is in the audit log.
      </p>
      <SectionState of="the switches" isFailed={isFailed} isRead={data !== undefined} load={load} />
      <ul className="divide-y divide-rule">
        {data?.switches.map((row) => (
          <SwitchRow key={row.feature} row={row} isBusy={busyWith === row.feature} onChange={() => change(row)} />
        ))}
      </ul>
    </section>
  )
}

function SwitchRow({ row: { feature, offSince }, isBusy, onChange }: { row: Row; isBusy: boolean; onChange: () => void }) {
  const { name, about } = switchLabels[feature]
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {offSince && <Badge>Off</Badge>}
        </p>
        <p className="text-sm text-soft">{about}</p>
        {offSince && <p className="text-sm text-soft">Off since {formatDateTime(offSince)}.</p>}
      </div>
      <Button
        variant="outline"
        isBusy={isBusy}
        aria-label={offSince ? `Switch on ${name}` : `Switch off ${name}`}
        onClick={onChange}
      >
        {offSince ? 'Switch on' : 'Switch off'}
      </Button>
    </li>
  )
}
