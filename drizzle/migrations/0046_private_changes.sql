CREATE TABLE "private_changes" (
	"owner" text NOT NULL,
	"source" text NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "private_changes_owner_changed_xid_source_pk" PRIMARY KEY("owner","changed_xid","source")
);
--> statement-breakpoint
ALTER TABLE "sync_state" ADD COLUMN "private_pruned_xid" "xid8";--> statement-breakpoint
CREATE INDEX "private_changes_changed" ON "private_changes" USING btree ("changed_xid");--> statement-breakpoint
CREATE INDEX "private_changes_created" ON "private_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "project_votes_principal" ON "project_votes" USING btree ("principal_id");--> statement-breakpoint
-- Adds the principals whose private documents this transaction may have changed. The transaction's own id is part of the key, so
-- no two transactions ever wait for each other here.
-- `looked_up`: they were found by reading other tables. A principal that another transaction is just adding to those is missed;
-- the row of nobody names the transaction for whoever read while it was open (`sync-server/sync/private-mark.ts`).
CREATE FUNCTION private_changed(source text, whose text[], looked_up boolean DEFAULT true) RETURNS void LANGUAGE sql AS $$
  INSERT INTO private_changes (owner, source, changed_xid)
  SELECT DISTINCT principal, source, pg_current_xact_id()
  FROM unnest(CASE WHEN looked_up THEN array_append(whose, '') ELSE whose END) principal WHERE principal IS NOT NULL
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Who sells something under these ids: its listing, or the listing that took the place of the record.
CREATE FUNCTION private_sellers(targets text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(p.id) FROM vcs v JOIN principals p ON p.user_id = v.user_id
  WHERE v.id = ANY(targets) OR v.replaces_id = ANY(targets)
$$;
--> statement-breakpoint
-- The same for some orders, with the sides of the calls that they paid for.
CREATE FUNCTION private_order_sides(orders_ text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(o.principal_id) || array_agg(b.principal_id)
    || private_sellers(array_agg(o.target_id) || array_agg(b.vc_id::text))
  FROM orders o LEFT JOIN meeting_bookings b ON b.order_id = o.id WHERE o.id = ANY(orders_)
$$;
--> statement-breakpoint
-- Whom some principals have asked, booked or bought from: they read what these are called.
CREATE FUNCTION private_asked_by(whose text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT private_sellers(array(
    SELECT target_id FROM orders WHERE principal_id = ANY(whose)
    UNION SELECT vc_id FROM vc_requests WHERE principal_id = ANY(whose)
    UNION SELECT vc_id FROM meeting_bookings WHERE principal_id = ANY(whose)))
$$;
--> statement-breakpoint
-- Ids under which one person may be sold: of these, the records that they replaced, and every listing that replaced one of them.
CREATE FUNCTION private_group(ids text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  WITH known AS (SELECT unnest(ids) AS id UNION SELECT replaces_id FROM vcs WHERE id = ANY(ids))
  SELECT array(SELECT id FROM known WHERE id IS NOT NULL UNION SELECT v.id FROM vcs v JOIN known ON v.replaces_id = known.id)
$$;
--> statement-breakpoint
CREATE FUNCTION private_holders(ids text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(principal_id) FROM vc_unlocks WHERE vc_id = ANY(ids)
$$;
--> statement-breakpoint
CREATE FUNCTION private_principals(users_ text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(id) FROM principals WHERE user_id = ANY(users_)
$$;
--> statement-breakpoint
-- Rows of one principal.
CREATE FUNCTION private_changed_own() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed(TG_TABLE_NAME, ARRAY[
    CASE WHEN TG_OP <> 'INSERT' THEN OLD.principal_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.principal_id END], false);
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY['contact_notes', 'contact_intros', 'contact_follow_ups', 'saved_investors', 'tickets', 'project_drafts',
    'project_votes', 'decision_maker_unlocks', 'vc_unlocks', 'vc_requests', 'meeting_bookings', 'payments'] LOOP
    EXECUTE format('CREATE TRIGGER private_changed_own AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION private_changed_own()', source);
  END LOOP;
END $$;
--> statement-breakpoint
-- What a buyer does with an investor is read by the investor as well.
CREATE FUNCTION private_changed_sellers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed(TG_TABLE_NAME, private_sellers(ARRAY[
    CASE WHEN TG_OP <> 'INSERT' THEN OLD.vc_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.vc_id END]));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed_sellers AFTER INSERT OR UPDATE OR DELETE ON vc_unlocks FOR EACH ROW EXECUTE FUNCTION private_changed_sellers();
--> statement-breakpoint
CREATE TRIGGER private_changed_sellers AFTER INSERT OR UPDATE OR DELETE ON vc_requests FOR EACH ROW EXECUTE FUNCTION private_changed_sellers();
--> statement-breakpoint
CREATE TRIGGER private_changed_sellers AFTER INSERT OR UPDATE OR DELETE ON meeting_bookings FOR EACH ROW EXECUTE FUNCTION private_changed_sellers();
--> statement-breakpoint
CREATE FUNCTION private_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM private_changed('orders', OLD.principal_id || private_sellers(ARRAY[OLD.target_id]) || private_order_sides(ARRAY[OLD.id]));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM private_changed('orders', NEW.principal_id || private_order_sides(ARRAY[NEW.id]));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION private_changed_order();
--> statement-breakpoint
-- Rows about one order.
CREATE FUNCTION private_changed_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed(TG_TABLE_NAME, private_order_sides(ARRAY[
    CASE WHEN TG_OP <> 'INSERT' THEN OLD.order_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.order_id END]));
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY['receipts', 'refund_requests', 'fraud_warnings', 'disputes', 'buyer_marks'] LOOP
    EXECUTE format('CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION private_changed_of_order()', source);
  END LOOP;
END $$;
--> statement-breakpoint
-- The text that was written for a sale is shown to whom the contact was granted.
CREATE FUNCTION private_changed_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed('payments', (SELECT array_agg(principal_id) FROM vc_unlocks WHERE order_id IN (
    CASE WHEN TG_OP <> 'INSERT' THEN OLD.order_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.order_id END)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON payments FOR EACH ROW EXECUTE FUNCTION private_changed_payment();
--> statement-breakpoint
-- The ledger is only added to. A payout's legs belong to no order; their account names the listing.
CREATE FUNCTION private_changed_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed('ledger_entries', private_sellers(ARRAY[
    (SELECT target_id FROM orders WHERE id = NEW.order_id), substr(NEW.account, length('investor_payable:') + 1)]));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION private_changed_ledger();
--> statement-breakpoint
CREATE FUNCTION private_changed_payout() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was payout_lines := OLD;
  becomes payout_lines := NEW;
BEGIN
  PERFORM private_changed('payout_lines', private_principals(ARRAY[was.user_id, becomes.user_id]) || private_sellers(ARRAY[
    substr(was.account, length('investor_payable:') + 1), substr(becomes.account, length('investor_payable:') + 1)]));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON payout_lines FOR EACH ROW EXECUTE FUNCTION private_changed_payout();
--> statement-breakpoint
CREATE FUNCTION private_changed_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed('payout_batches', private_sellers(array(
    SELECT substr(account, length('investor_payable:') + 1) FROM payout_lines WHERE batch_id IN (OLD.id, NEW.id))));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER UPDATE ON payout_batches FOR EACH ROW EXECUTE FUNCTION private_changed_batch();
--> statement-breakpoint
-- Of the jobs, those that bring an order's money before the team: until then its seller waits.
CREATE FUNCTION private_changed_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed('jobs', private_order_sides(ARRAY[
    CASE WHEN TG_OP <> 'INSERT' AND OLD.kind = 'refunds.missed-call' THEN OLD.key END,
    CASE WHEN TG_OP <> 'DELETE' AND NEW.kind = 'refunds.missed-call' THEN NEW.key END]));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed_new AFTER INSERT ON jobs FOR EACH ROW WHEN (NEW.kind = 'refunds.missed-call') EXECUTE FUNCTION private_changed_job();
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER UPDATE OF kind, key, done_at ON jobs FOR EACH ROW
  WHEN ('refunds.missed-call' IN (OLD.kind, NEW.kind)) EXECUTE FUNCTION private_changed_job();
--> statement-breakpoint
CREATE TRIGGER private_changed_gone AFTER DELETE ON jobs FOR EACH ROW WHEN (OLD.kind = 'refunds.missed-call') EXECUTE FUNCTION private_changed_job();
--> statement-breakpoint
CREATE FUNCTION private_changed_visits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was visit_counts := OLD;
  becomes visit_counts := NEW;
BEGIN
  PERFORM private_changed('visit_counts', private_principals(array(
    SELECT user_id FROM projects WHERE id IN (was.subject_id, becomes.subject_id)
    UNION SELECT user_id FROM vcs WHERE id IN (was.subject_id, becomes.subject_id))));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON visit_counts FOR EACH ROW EXECUTE FUNCTION private_changed_visits();
--> statement-breakpoint
-- Owners, buyers, those who asked for it, and the other listings of the same record, on which it depends who answers for that.
CREATE FUNCTION private_changed_listing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was vcs := OLD;
  becomes vcs := NEW;
  together text[];
BEGIN
  PERFORM private_changed('vcs', private_principals(ARRAY[was.user_id, becomes.user_id]));
  IF TG_OP <> 'UPDATE' OR sync_is_changed(to_jsonb(was), to_jsonb(becomes)) THEN
    together := private_group(ARRAY[was.id, becomes.id, was.replaces_id, becomes.replaces_id]);
    PERFORM private_changed('vcs', private_holders(together) || private_sellers(together)
      || array(SELECT principal_id FROM vc_requests WHERE vc_id IN (was.id, becomes.id)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON vcs FOR EACH ROW EXECUTE FUNCTION private_changed_listing();
--> statement-breakpoint
CREATE FUNCTION private_changed_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was directory_investors := OLD;
  becomes directory_investors := NEW;
BEGIN
  IF TG_OP <> 'UPDATE' OR sync_is_changed(to_jsonb(was), to_jsonb(becomes)) THEN
    PERFORM private_changed('directory_investors', private_holders(private_group(ARRAY[was.id, becomes.id]))
      || array(SELECT principal_id FROM vc_requests WHERE vc_id IN (was.id, becomes.id)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON directory_investors FOR EACH ROW EXECUTE FUNCTION private_changed_record();
--> statement-breakpoint
-- Whether a listing without an owner was revoked by the team is read from here.
CREATE FUNCTION private_changed_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  together text[] := private_group(ARRAY[
    CASE WHEN TG_OP <> 'INSERT' THEN OLD.target_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.target_id END]);
BEGIN
  PERFORM private_changed('audit_log', private_holders(together) || private_sellers(together));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION private_changed_audit();
--> statement-breakpoint
CREATE FUNCTION private_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own text[] := private_principals(ARRAY[OLD.id, NEW.id]);
BEGIN
  PERFORM private_changed('users', own);
  IF (OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.first_name, NEW.last_name) THEN
    PERFORM private_changed('users', private_asked_by(own));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- One that is new has no principal yet; of one that is deleted, the foreign keys change the principal.
CREATE TRIGGER private_changed AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION private_changed_user();
--> statement-breakpoint
CREATE FUNCTION private_changed_principal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own text[] := ARRAY[OLD.id, CASE WHEN TG_OP <> 'DELETE' THEN NEW.id END];
BEGIN
  PERFORM private_changed('principals', own || private_asked_by(own));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Not for when it was last seen. One that is new has no mark.
CREATE TRIGGER private_changed AFTER UPDATE OF id, kind, user_id, merged_into ON principals FOR EACH ROW EXECUTE FUNCTION private_changed_principal();
--> statement-breakpoint
CREATE TRIGGER private_changed_gone AFTER DELETE ON principals FOR EACH ROW EXECUTE FUNCTION private_changed_principal();
--> statement-breakpoint
-- The owner; who voted for it, when it has other votes; whom the owner asked, when its published name changes.
CREATE FUNCTION private_changed_project() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was projects := OLD;
  becomes projects := NEW;
  own text[] := private_principals(ARRAY[was.user_id, becomes.user_id]);
BEGIN
  PERFORM private_changed('projects', own);
  IF TG_OP = 'UPDATE' AND (was.vote_count, was.vote_seq) IS DISTINCT FROM (becomes.vote_count, becomes.vote_seq) THEN
    PERFORM private_changed('projects', ARRAY['project:' || was.id], false);
  END IF;
  IF (was.is_published OR becomes.is_published) AND (was.user_id, was.company_name, was.is_published, was.published_at)
    IS DISTINCT FROM (becomes.user_id, becomes.company_name, becomes.is_published, becomes.published_at) THEN
    PERFORM private_changed('projects', private_asked_by(own));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON projects FOR EACH ROW EXECUTE FUNCTION private_changed_project();
--> statement-breakpoint
CREATE FUNCTION private_changed_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed('ticket_messages', (SELECT array_agg(principal_id) FROM tickets WHERE id IN (
    CASE WHEN TG_OP <> 'INSERT' THEN OLD.ticket_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.ticket_id END)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON ticket_messages FOR EACH ROW EXECUTE FUNCTION private_changed_message();
--> statement-breakpoint
CREATE FUNCTION private_changed_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed('decision_makers', (SELECT array_agg(principal_id) FROM decision_maker_unlocks WHERE decision_maker_id IN (
    CASE WHEN TG_OP <> 'INSERT' THEN OLD.id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.id END)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT OR UPDATE OR DELETE ON decision_makers FOR EACH ROW EXECUTE FUNCTION private_changed_person();
--> statement-breakpoint
CREATE FUNCTION private_changed_fund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed('cold_investors', (SELECT array_agg(u.principal_id) FROM decision_maker_unlocks u
    JOIN decision_makers d ON d.id = u.decision_maker_id WHERE d.cold_investor_id IN (OLD.id, NEW.id)));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- One that is new has no people yet, and one that is deleted has none any more.
CREATE TRIGGER private_changed AFTER UPDATE OF id, fund_name, fund_slug ON cold_investors FOR EACH ROW EXECUTE FUNCTION private_changed_fund();
--> statement-breakpoint
-- TRUNCATE names no rows.
CREATE FUNCTION private_changed_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed(TG_TABLE_NAME, ARRAY['*'], false);
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  source text;
BEGIN
  FOR source IN SELECT DISTINCT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE tgname LIKE 'private\_changed%' AND relnamespace = current_schema()::regnamespace LOOP
    EXECUTE format('CREATE TRIGGER private_changed_all AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all()', source);
  END LOOP;
END $$;
