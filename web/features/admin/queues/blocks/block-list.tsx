import { BLOCK_KINDS, type Block, type Blocks } from '#shared/admin/blocks.ts'
import { endBlock, listBlocks } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { SectionState } from '#web/features/admin/loading/section-state.tsx'
import { useSection } from '#web/features/admin/loading/use-section.ts'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { BlockForm } from './block-form.tsx'
import { blockLabels, nameOf } from './block-labels.ts'
import { BlockRow } from './block-row.tsx'

type Props = Pick<QueueProps, 'busyWith' | 'ask'> & { settle: Settle }

/** `3 by email address, 1 by card`, of all entries that are stored. */
const hitsInWords = (hits: Blocks['hits'] = {}) =>
  BLOCK_KINDS.flatMap((kind) =>
    hits[kind] ? [`${hits[kind]} by ${blockLabels[kind].replace(/^[A-Z](?![A-Z])/, lower)}`] : [],
  ).join(', ') || 'nothing'

const lower = (letter: string) => letter.toLowerCase()

/** Senders whose sign-ups, purchases and messages are refused. */
export function BlockList({ settle: settleOne, busyWith, ask }: Props) {
  const { data, isFailed, load, settle } = useSection(listBlocks, settleOne)
  const blocks = data?.blocks
  const end = (block: Block) => {
    const { id } = block
    ask({
      draftId: `admin:unblock:${id}`,
      title: `End the block of ${nameOf(block)}`,
      text: 'Its requests are accepted again. Only admins see your reason.',
      label: 'Reason',
      missing: 'Enter a reason.',
      action: 'End block',
      onDecide: (reason) =>
        settle({ targetId: id, title: 'Block ended', sentence: `${nameOf(block)} is not blocked any more.` }, () =>
          endBlock(id, reason),
        ),
    })
  }
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section aria-labelledby="block-list">
        <h2 id="block-list" className="border-b border-edge pb-2 text-2xl">
          Block list
        </h2>
        <SectionState of="the block list" isFailed={isFailed} isRead={blocks !== undefined} load={load} />
        {data && data.blocks.length > 0 && <p className="pt-5 text-soft">Refused so far: {hitsInWords(data.hits)}.</p>}
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
