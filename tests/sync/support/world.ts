import { and, eq } from 'drizzle-orm'
import { directoryInvestors, orders, principals, projects, sessions, users, vcUnlocks } from '#drizzle/schema/index.ts'
import type { OpenDatabase } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { SESSION_COOKIE } from '#server/http/session.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import type { OrderId, PrincipalId, ProjectId, UserId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { directorySources, listing } from '#tests/support/actors/directory.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { enterCall } from '#tests/support/calls.ts'
import { type Contents, contentsOf } from './device-contents.ts'
import { LOG_COLUMNS } from './log-columns.ts'

export const PASSWORD = 'a-fine-password'
/** With the lowest cost of argon2id: a history signs in a dozen times. */
const password = Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

/** An address that only its buyers may read. */
export const canaryOf = (vc: VcId) => `canary-${vc}@investor.example`

/** The server's side of a history: changes that other users make in its database, and the expected state. */
export class TestWorld<App extends { database: Pick<OpenDatabase, 'db' | 'sql'> }> {
  constructor(readonly app: App) {}

  get db() {
    return this.app.database.db
  }

  /** Logs every text written into a note or to the team, with its owner: an effect that happens twice appears twice. */
  async countEffects() {
    await this.app.database.sql.unsafe(`
      create table if not exists note_effects (principal_id text, text text, place bigserial);
      create or replace function log_note() returns trigger language plpgsql as $$
      begin insert into note_effects (principal_id, text) values (new.principal_id, new.text); return new; end $$;
      create or replace trigger log_note after insert or update on contact_notes for each row execute function log_note();
      create or replace function log_ticket() returns trigger language plpgsql as $$
      begin insert into note_effects (principal_id, text) values (new.principal_id, new.message); return new; end $$;
      create or replace trigger log_ticket after insert on tickets for each row execute function log_ticket();
      create or replace function log_message() returns trigger language plpgsql as $$
      begin insert into note_effects (principal_id, text) select principal_id, new.text from tickets where id = new.ticket_id; return new; end $$;
      create or replace trigger log_message after insert on ticket_messages for each row execute function log_message()`)
  }

  /** Logs every change of a single-value text and of a value, with its owner and what it was before and after. */
  async countTextChanges() {
    await this.app.database.sql.unsafe(`
      create table if not exists text_changes (subject text, owner text, before text, after text, place bigserial);
      create or replace function log_listing_texts() returns trigger language plpgsql as $$
      begin
        insert into text_changes (subject, owner, before, after)
        select subject || ' ' || new.id, new.user_id, before, after
        from (values ('bio', old.bio, new.bio), ('location', old.location, new.location)) texts (subject, before, after)
        where before is distinct from after;
        return new;
      end $$;
      create or replace trigger log_listing_texts after update of bio, location on vcs
        for each row execute function log_listing_texts();
      create or replace function log_name() returns trigger language plpgsql as $$
      begin
        insert into text_changes (subject, owner, before, after) values ('name ' || new.id, new.id, old.first_name, new.first_name);
        return new;
      end $$;
      create or replace trigger log_name after update of first_name on users for each row
        when (old.first_name is distinct from new.first_name) execute function log_name();
      ${LOG_COLUMNS}`)
  }

  /** Logs every change of a rating, of hours and of read notices, with its owner. */
  async countFactChanges() {
    await this.app.database.sql.unsafe(`
      create table if not exists fact_changes (kind text, subject text, owner text, value text, place bigserial);
      create or replace function log_rating() returns trigger language plpgsql as $$
      begin
        insert into fact_changes (kind, subject, owner, value) values ('rating', new.id, new.principal_id, new.rating_text);
        insert into note_effects (principal_id, text) values (new.principal_id, new.rating_text);
        return new;
      end $$;
      create or replace trigger log_rating after update of rating, rating_text on meeting_bookings for each row
        when ((old.rating, old.rating_text) is distinct from (new.rating, new.rating_text)) execute function log_rating();
      create or replace function log_hours() returns trigger language plpgsql as $$
      begin
        insert into fact_changes (kind, subject, owner, value)
        select 'hours', new.id || ' ' || key, new.user_id, value -> 0 ->> 'from'
        from jsonb_each(new.call_hours) where value -> 0 ->> 'from' is not null and old.call_hours -> key is distinct from value;
        return new;
      end $$;
      create or replace trigger log_hours after update of call_hours on vcs for each row execute function log_hours();
      create or replace function log_read() returns trigger language plpgsql as $$
      begin
        insert into fact_changes (kind, subject, owner, value) values ('read', new.id, new.principal_id, new.is_read::text);
        return new;
      end $$;
      create or replace trigger log_read after update of is_read on notices for each row
        when (old.is_read is distinct from new.is_read) execute function log_read()`)
  }

  async account(name: string): Promise<{ email: string; principalId: PrincipalId; userId: UserId }> {
    const userId = newId<UserId>('usr')
    const email = `${name}-${userId.toLowerCase()}@example.com`
    await this.db.insert(users).values({ id: userId, email, password: await password, hasSetPassword: true, firstName: name })
    const principalId = newId<PrincipalId>('pri')
    await this.db.insert(principals).values({ id: principalId, kind: 'account', userId })
    return { email, principalId, userId }
  }

  /** A cookie of a session that was opened some time ago. */
  async session(userId: UserId): Promise<[name: string, token: string]> {
    const token = randomToken()
    await this.db.insert(sessions).values({ sid: hashToken(token), userId, expire: new Date(Date.now() + 86_400_000) })
    return [SESSION_COOKIE, token]
  }

  async list(id: VcId, name: string) {
    const row = listing(id, { name, email: canaryOf(id) })
    await this.db
      .insert(directoryInvestors)
      .values(row)
      .onConflictDoUpdate({ target: directoryInvestors.id, set: { name, unlistedAt: null } })
  }

  /** The marketplace at the start of one history. */
  async begin(vcs: VcId[], project: ProjectId) {
    await Promise.all([this.db.delete(directoryInvestors), this.db.delete(projects)])
    await Promise.all([addProject(this.db, { id: project }), ...vcs.map((id) => this.list(id, `Partner ${id}`))])
  }

  /** Something happened to an account. */
  async notify(principalId: PrincipalId) {
    const about = { subject: crypto.randomUUID(), facts: { amount: cents(500) }, now: new Date() }
    await writeNotice(this.db, { principalId }, { kind: 'payout-paid', ...about })
  }

  /** A paid call that has ended. */
  async enterHeldCall({ principalId, email }: { principalId: PrincipalId; email: string }, vcId: VcId, start: Date) {
    const id = newId<OrderId>('ord')
    const order = { kind: 'meeting', targetType: 'platform', targetId: vcId, amount: cents(500), status: 'paid' } as const
    await this.db.insert(orders).values({ id, principalId, ...order, piId: `pi_${id}`, snapshot: { title: vcId } })
    await enterCall({ database: this.app.database }, { user: { principalId, email } }, vcId, start, { orderId: id })
  }

  async unlist(id: VcId) {
    await this.db.update(directoryInvestors).set({ unlistedAt: new Date() }).where(eq(directoryInvestors.id, id))
  }

  async grant(principalId: PrincipalId, vcId: VcId) {
    await grantContact(this.db, principalId, vcId)
  }

  async revoke(principalId: PrincipalId, vcId: VcId) {
    const isGrant = and(eq(vcUnlocks.principalId, principalId), eq(vcUnlocks.vcId, vcId))
    await this.db.update(vcUnlocks).set({ status: 'refunded' }).where(isGrant)
  }

  /** The directory that every device should store, read again from the database. */
  directory(): Promise<Contents> {
    return this.db.transaction(async (tx) => {
      const { investors, stats, coldFunds, projects } = directorySources
      const docs = {
        investors: await investors.listAll(tx),
        stats: await stats.listAll(tx),
        coldFunds: await coldFunds.listAll(tx),
        projects: await projects.listAll(tx),
      }
      return JSON.parse(JSON.stringify(contentsOf(docs)))
    })
  }
}
