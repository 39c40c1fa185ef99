DROP INDEX "notices_principal";--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "title" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "facts" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_subject" ON "notices" USING btree ("principal_id","kind","subject") WHERE subject is not null;--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notices_principal" ON "notices" USING btree ("principal_id","created_at");--> statement-breakpoint
-- Devices get notices with the private lane. A poke exists since the first release.
CREATE TRIGGER private_changed_own AFTER INSERT OR UPDATE OR DELETE ON notices FOR EACH ROW EXECUTE FUNCTION private_changed_own();
--> statement-breakpoint
CREATE TRIGGER private_changed_all AFTER TRUNCATE ON notices FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all();
