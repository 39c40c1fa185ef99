ALTER TABLE "users" ADD COLUMN "admin_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_target_id" ON "audit_log" USING btree ("target_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_kind" ON "audit_log" USING btree ("target_type","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_admin_roles" ON "users" USING btree ("id") WHERE "users"."admin_roles" <> '{}';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_admin_roles_known" CHECK ("users"."admin_roles" <@ array['owner', 'support', 'finance']);--> statement-breakpoint
-- The log is append-only. Two changes pass: an erasure empties the texts of an entry, through the function below, and the
-- transaction that wrote an entry with its own time may give it another one (the sample data lies in the past).
CREATE FUNCTION audit_log_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF current_setting('latchkey.forgets_audit_texts', true) = 'on' AND NEW.before IS NULL AND NEW.after IS NULL
      AND to_jsonb(NEW) - 'before' - 'after' = to_jsonb(OLD) - 'before' - 'after' THEN
      RETURN NEW;
    END IF;
    IF OLD.created_at = now()::timestamptz(3) AND to_jsonb(NEW) - 'created_at' = to_jsonb(OLD) - 'created_at' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_append_only();
--> statement-breakpoint
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_append_only();
--> statement-breakpoint
-- Empties the texts about erased targets. Amounts of waived earnings stay: they contain no personal data, and the ledger needs
-- them. A role that only owns the database may not attach a setting to a function, so the function sets and resets it.
CREATE FUNCTION forget_audit_texts(targets text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('latchkey.forgets_audit_texts', 'on', true);
  UPDATE audit_log SET before = NULL, after = NULL
  WHERE target_id = ANY (targets) AND target_type <> 'earnings' AND num_nonnulls(before, after) > 0;
  PERFORM set_config('latchkey.forgets_audit_texts', 'off', true);
END $$;
