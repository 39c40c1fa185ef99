import { useCallback, useEffect, useState } from 'react'
import type { Block } from '#shared/admin/blocks.ts'
import { endBlock, listBlocks } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BlockForm } from './block-form.tsx'
import { BlockRow } from './block-row.tsx'

type Props = Pick<QueueProps, 'busyWith' | 'ask'> & { settle: Settle }

/** Senders whose sign-ups, purchases and messages are refused. */
export function BlockList({ settle: settleOne, busyWith, ask }: Props) {
  const [blocks, setBlocks] = useState<Block[]>()
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    await listBlocks().then(
      (list) => setBlocks(list.blocks),
      () => setFailed(true),
    )
  }, [])
  useEffect(() => void load(), [load])
  const settle: Settle = async (...decision) => {
    const isDone = await settleOne(...decision)
    await load()
    return isDone
  }
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
        {isFailed && (
          <p role="alert" className="py-5 text-soft">
            Couldn’t load the block list.{' '}
            <Button variant="outline" onClick={load}>
              Try again
            </Button>
          </p>
        )}
        {!blocks && !isFailed && <Skeleton className="mt-5 h-40 w-full" />}
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
