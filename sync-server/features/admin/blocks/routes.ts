import { Elysia } from 'elysia'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { type Identity, session } from '#server/http/session.ts'
import { AddBlock, Block, BlockCard, Blocks, EndBlock } from '#shared/admin/blocks.ts'
import { addBlock, type BlockDeps, blockCard, type CardDeps, endBlock, listBlocks } from './service.ts'

/** The block list. A change needs a recent proof. */
export const blockRoutes = (deps: BlockDeps & CardDeps & { identity: Identity; trustedProxies: number }) =>
  new Elysia({ name: 'blocks', prefix: '/api/admin' })
    .use(session(deps.identity))
    .get('/blocks', () => listBlocks(deps), { admin: true, response: Blocks })
    .post(
      '/blocks',
      ({ account, body, request, server }) =>
        addBlock(deps, { admin: account, address: clientAddress(request, server, deps.trustedProxies) }, body),
      { freshAdmin: true, body: AddBlock, response: Block },
    )
    .post('/orders/:id/block-card', ({ account, params, body }) => blockCard(deps, account, params.id, body), {
      freshAdmin: true,
      body: BlockCard,
      response: Block,
    })
    .post('/blocks/:id/end', ({ account, params, body }) => endBlock(deps, account, params.id, body), {
      freshAdmin: true,
      body: EndBlock,
      response: Block,
    })
