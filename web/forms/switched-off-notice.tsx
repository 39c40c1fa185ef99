import type { Switch } from '#shared/switches/contract.ts'
import { useSwitchedOff } from '#web/net/tab/switches.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Says before a call that an owner has switched the feature off; nothing while the feature is on. */
export function SwitchedOffNotice({ feature, className }: { feature: Switch; className?: string }) {
  const text = useSwitchedOff(feature)
  return text === undefined ? null : (
    <div className={className}>
      <Notice title="Not available now">{text}</Notice>
    </div>
  )
}
