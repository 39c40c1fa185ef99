import { useCallback, useEffect, useState } from 'react'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'

/**
 * The data of one section, loaded when it opens and after each of its decisions; in memory only.
 *
 * @param read  stable
 * @param settleOne  decides; the data is read again before it resolves
 */
export function useSection<Data>(read: () => Promise<Data>, settleOne: Settle) {
  const [data, setData] = useState<Data>()
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    await read().then(setData, () => setFailed(true))
  }, [read])
  useEffect(() => void load(), [load])
  const settle: Settle = async (...decision) => {
    const isDone = await settleOne(...decision)
    await load()
    return isDone
  }
  return { data, isFailed, load, settle }
}
