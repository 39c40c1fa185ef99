import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { DirectoryIndex } from '#shared/directory/directory-index.ts'
import type { StoredWords } from '#shared/search/stored-words.ts'
import type { Doc } from '#shared/sync/protocol.ts'

/** A complete directory in memory: investors and demand in the index, all other documents by collection and id. */
export class DirectorySet {
  readonly index = new DirectoryIndex()
  private readonly others = new Map<string, Map<string, Doc>>()
  /** Investors that this device keeps beside the directory (`features/directory/beyond/follow-kept.ts`): their ids, until the directory itself has them. */
  readonly kept = new Set<string>()

  put(collection: string, docs: readonly Doc[]) {
    // Already validated by the server, and the hash of the chunk proves that the content is unchanged.
    if (collection === 'investors') {
      for (const { id } of docs) this.kept.delete(id)
      this.index.put(docs as readonly Doc[] as Investor[])
    } else if (collection === 'stats') this.index.putStats(docs as readonly Doc[] as InvestorStats[])
    else {
      const documents = this.others.get(collection) ?? new Map<string, Doc>()
      for (const doc of docs) documents.set(doc.id, doc)
      this.others.set(collection, documents)
    }
  }

  /** Adds the investors of a chunk, without those that have changed since. @see DirectoryIndex.opening */
  openingInvestors(docs: readonly Doc[], words: StoredWords, isCurrent: (id: string) => boolean): Generator<void> {
    for (const { id } of docs) if (isCurrent(id)) this.kept.delete(id)
    return this.index.opening(docs as readonly Doc[] as Investor[], words, isCurrent)
  }

  remove(collection: string, ids: readonly string[]) {
    if (collection === 'investors') this.index.remove(ids)
    else if (collection === 'stats') this.index.removeStats(ids)
    else for (const id of ids) this.others.get(collection)?.delete(id)
  }

  /** Whether the directory itself has this investor. */
  isInDirectory(id: string): boolean {
    return this.index.get(id) !== undefined && !this.kept.has(id)
  }

  get(collection: string, id: string): Doc | undefined {
    return this.others.get(collection)?.get(id)
  }

  list(collection: string): Doc[] {
    return [...(this.others.get(collection)?.values() ?? [])]
  }
}
