-- Standard names for six tables. A node of the previous release that runs beside the new one uses the old names: each is a view
-- that Postgres updates through. Columns and types are unchanged, so prepared statements of such a node remain valid.
-- The locks are held until the commit. `sync_parts` is first: a build of a snapshot may hold it for long, and no other table is
-- locked while the migration waits for it. `rate_buckets` is last, because many requests write to it.
ALTER TABLE sync_parts RENAME TO sync_chunks;
--> statement-breakpoint
ALTER TABLE book_rounds RENAME TO ledger_check_runs;
--> statement-breakpoint
ALTER TABLE book_violations RENAME TO ledger_violations;
--> statement-breakpoint
ALTER INDEX book_violations_one RENAME TO ledger_violations_one;
--> statement-breakpoint
ALTER INDEX book_violations_open RENAME TO ledger_violations_open;
--> statement-breakpoint
ALTER TABLE vc_secrets RENAME TO vc_credentials;
--> statement-breakpoint
ALTER TABLE email_submissions RENAME TO newsletter_subscriptions;
--> statement-breakpoint
ALTER TABLE rate_buckets RENAME TO rate_limits;
--> statement-breakpoint
-- A constraint that has an index renames it. In a loop, because Postgres 18 also names the NOT NULL constraints.
DO $$
DECLARE
  pair text[];
  old_constraint name;
BEGIN
  FOREACH pair SLICE 1 IN ARRAY ARRAY[
    ['book_rounds', 'ledger_check_runs'], ['book_violations', 'ledger_violations'], ['vc_secrets', 'vc_credentials'],
    ['email_submissions', 'newsletter_subscriptions'], ['sync_parts', 'sync_chunks'], ['rate_buckets', 'rate_limits']
  ] LOOP
    FOR old_constraint IN
      SELECT conname FROM pg_constraint
      WHERE conrelid = pair[2]::regclass AND starts_with(conname::text, pair[1] || '_') ORDER BY conname
    LOOP
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', pair[2], old_constraint,
        pair[2] || substr(old_constraint, length(pair[1]) + 1));
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
-- Defaults of the tables apply to rows that are inserted through a view. The views are dropped with the next release.
CREATE VIEW book_rounds AS SELECT id, balance_read_until, balance_read_at, checked_at FROM ledger_check_runs;
--> statement-breakpoint
CREATE VIEW book_violations AS SELECT rule, subject, detail, found_at, seen_at, cleared_at, happened_at FROM ledger_violations;
--> statement-breakpoint
CREATE VIEW vc_secrets AS SELECT vc_id, calendly_token, updated_at FROM vc_credentials;
--> statement-breakpoint
CREATE VIEW email_submissions AS SELECT id, email, source, confirmed_at, created_at FROM newsletter_subscriptions;
--> statement-breakpoint
CREATE VIEW sync_parts AS SELECT sha256, brotli, gzip, created_at, documents FROM sync_chunks;
--> statement-breakpoint
-- The previous release deletes old counters by `ctid`. A view has no system columns, but may have a column of that name.
CREATE VIEW rate_buckets AS SELECT bucket, key, level, window_start, ctid FROM rate_limits;
