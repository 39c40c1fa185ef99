import { eq } from 'drizzle-orm'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { cancelCall } from '#server/features/bookings/calls/cancel-call.ts'
import { handOverDue, showContact } from '#server/features/bookings/calls/hand-over-contact.ts'
import { reportMissing } from '#server/features/bookings/calls/report-no-show.ts'
import { detachBankAccount } from '#server/features/earnings/detach.ts'
import { makeBatch } from '#server/features/earnings/payouts/payouts.ts'
import { cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { erase, leave, removeRecord, signIn, takeOver } from './accounts.ts'
import { createActors } from './actors.ts'
import { converge, deliver, runJob, wait, work } from './background.ts'
import { agreeOnOther, callDeps, moveToOther, onCall } from './calls.ts'
import { closePayouts, payerOf, payOut, payoutDeps, stopPayout } from './payouts.ts'
import { answerBank, closeDispute, dispute, drain, failRefund, giveBack, prevent, refund, tryCard } from './provider.ts'
import { confirm, create } from './purchases.ts'
import { approveRequest, rejectRequest, requestRefund } from './refund-requests.ts'
import { type Attempt, describe, intentOfWay, nodeAt, type Run } from './run.ts'
import type { Setup } from './setup.ts'
import type { History, Round, Step } from './steps.ts'

/** Runs a history, and then the background loops until nothing is left to do. */
export async function runHistory(setup: Setup, history: History): Promise<Run> {
  const state: Run = {
    setup,
    keyring: await openKeyring(setup.database.db),
    actors: await createActors(setup.database.db, setup.now),
    attempts: [],
    merges: [],
    faults: [],
  }
  for (const round of history.rounds) await runRound(state, round)
  await converge(state, history.areWebhooksLost)
  await closePayouts(state)
  return state
}

async function runRound(state: Run, { steps, kill }: Round) {
  const { setup } = state
  // The steps of a round happen after those of the round before, also where the ledger compares instants.
  setup.now = new Date(setup.now.getTime() + 1000)
  if (kill) nodeAt(setup, kill.node).lifecycle.stepsLeft = kill.after
  await Promise.all(
    steps.map(async (step) => {
      const node = 'node' in step ? nodeAt(setup, step.node) : undefined
      await runStep(state, step).catch((error) => {
        // A refusal is a valid result, and a dead server returns none.
        if (!(error instanceof Problem) && !node?.lifecycle.isOver)
          state.faults.push(`${JSON.stringify(step)}: ${describe(error)}`)
      })
    }),
  )
  setup.revive()
}

function runStep(state: Run, step: Step): Promise<unknown> {
  const { setup, attempts, actors } = state
  const attempt = 'try' in step ? attempts[step.try % Math.max(1, attempts.length)] : undefined
  if ('try' in step && !attempt) return Promise.resolve()
  const offered = attempt as Attempt
  const onIntent = async (act: (piId: string) => Promise<unknown>) => {
    const piId = await intentOfWay(setup, offered.way)
    if (piId) await act(piId)
  }
  switch (step.do) {
    case 'create':
      return create(state, step)
    case 'pay':
      return tryCard(setup, offered.way, step.card)
    case 'authenticate':
      return answerBank(setup, offered.way, step.outcome)
    case 'confirm':
      return confirm(state, offered, step)
    case 'refund':
      return onIntent((piId) => refund(setup, piId, step.isFull ? undefined : PART))
    case 'refund fails':
      return onIntent((piId) => failRefund(setup, piId))
    case 'dispute':
      return onIntent((piId) => dispute(setup, piId, step.isPart ? PART : undefined))
    case 'prevent':
      return onIntent((piId) => prevent(setup, piId))
    case 'give back':
      return onIntent((piId) => giveBack(setup, piId, PART))
    case 'close dispute':
      return onIntent((piId) => closeDispute(setup, piId, step.outcome))
    case 'ask refund':
      return onIntent((piId) => requestRefund(state, offered, piId, nodeAt(setup, step.node)))
    case 'approve refund':
      return approveRequest(state, nodeAt(setup, step.node))
    case 'reject refund':
      return rejectRequest(state, nodeAt(setup, step.node))
    case 'cancel call':
      return onCall(state, offered, (id) => cancelCall(callDeps(nodeAt(setup, step.node)), offered.buyer.principalId, id, null))
    case 'report missing':
      return onCall(state, offered, (id) =>
        reportMissing(callDeps(nodeAt(setup, step.node)), offered.buyer.principalId, id, null),
      )
    case 'show contact':
      return onCall(state, offered, (id) => showContact(callDeps(nodeAt(setup, step.node)), offered.buyer.principalId, id))
    case 'hand over':
      return handOverDue(callDeps(nodeAt(setup, step.node)))()
    case 'move call':
      return onCall(state, offered, (id) => moveToOther(state, offered, id, nodeAt(setup, step.node)))
    case 'agree on time':
      return onCall(state, offered, (id) => agreeOnOther(state, offered, id, nodeAt(setup, step.node)))
    case 'investor ends call':
      return onCall(state, offered, (id) => cancelCall(callDeps(nodeAt(setup, step.node)), actors.seller.principalId, id, null))
    case 'sign in':
      return signIn(state, step)
    case 'seller leaves':
      return erase(nodeAt(setup, step.node), actors.seller)
    case 'remove record':
      return removeRecord(state, nodeAt(setup, step.node))
    case 'leave':
      return leave(state, step)
    case 'take over':
      return takeOver(state, step.who)
    case 'prepare payout':
      return makeBatch(payoutDeps(state, step.node), payerOf(actors.admin))
    case 'pay out':
      return payOut(state, step.node)
    case 'disconnect bank':
      return nodeAt(setup, step.node).money.orders.db.transaction((tx) =>
        detachBankAccount(tx, actors.claimants[0] ?? actors.seller),
      )
    case 'stop payout':
      return stopPayout(state, step.node)
    case 'claimant leaves':
      return erase(nodeAt(setup, step.node), actors.claimants[step.who % 2] ?? actors.seller)
    case 'drain':
      return drain(setup, step.cents)
    case 'deliver':
      return deliver(state, step.events, nodeAt(setup, step.node))
    case 'work':
      return work(setup, nodeAt(setup, step.node), step.jobs)
    case 'reconcile':
      return runJob(nodeAt(setup, step.node), 'payments.reconcile')
    case 'list events':
      return runJob(nodeAt(setup, step.node), 'payments.list-events')
    case 'wait':
      return wait(setup, step.minutes)
    case 'reprice':
      return setup.database.db
        .update(directoryInvestors)
        .set({ price: cents(step.price) })
        .where(eq(directoryInvestors.id, actors.listed))
        .then()
  }
}

/** The amount of a partial refund or dispute, in cents. */
const PART = 17
