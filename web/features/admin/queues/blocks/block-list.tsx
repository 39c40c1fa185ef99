import type { Block } from '#shared/admin/blocks.ts'
import { endBlock, listBlocks } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { SectionState } from '#web/features/admin/loading/section-state.tsx'
import { useSection } from '#web/features/admin/loading/use-section.ts'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { BlockForm } from './block-form.tsx'
import { BlockRow } from './block-row.tsx'

type Props = Pick<QueueProps, 'busyWith' | 'ask'> & { settle: Settle }

/** Senders whose sign-ups, purchases and messages are refused. */
export function BlockList({ settle: settleOne, busyWith, ask }: Props) {
  const { data, isFailed, load, settle } = useSection(listBlocks, settleOne)
  const blocks = data?.blocks
  const end = ({ id, value }: Block) =>
    ask({
      draftId: `admin:unblock:${id}`,
      title: `End the block of ${value}`,
      text: 'Its requests are accepted again. Only admins see your reason.',
      label: 'Reason',
      missing: 'Enter a reason.',
      action: 'End block',
      onDecide: (reason) =>
        settle({ targetId: id, title: 'Block ended', sentence: `${value} is not blocked any more.` }, () => endBlock(id, reason)),
    })
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section aria-labelledby="block-list">
        <h2 id="block-list" className="border-b border-edge pb-2 text-2xl">
          Block list
        </h2>
        <SectionState of="the block list" isFailed={isFailed} isRead={blocks !== undefined} load={load} />
        {blocks?.length === 0 && <p className="py-5 text-soft">Nothing is blocked.</p>}
        <ul className="divide-y divide-rule">
          {blocks?.map((block) => (
            <BlockRow key={block.id} block={block} isBusy={busyWith === block.id} onEnd={() => end(block)} />
          ))}
        </ul>
      </section>
      <BlockForm settle={settle} busyWith={busyWith} />
    </div>
  )
}
