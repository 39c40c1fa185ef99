ALTER TABLE "mail_outbox" ADD COLUMN "is_urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX "mail_outbox_due";--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("is_urgent" DESC NULLS LAST,"turn","send_at") WHERE "mail_outbox"."sent_at" is null and "mail_outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "mail_outbox_sender" ON "mail_outbox" USING btree ("sender","turn") WHERE "mail_outbox"."sent_at" is null and "mail_outbox"."failed_at" is null;--> statement-breakpoint
-- Those that wait at this moment are sent in turn as well.
UPDATE "mail_outbox" m SET "is_urgent" = m."template" IN ('code', 'claim-code', 'reset-password'), "sender" = lower(m."recipient"), "turn" = w."turn"
FROM (SELECT "id", row_number() OVER (PARTITION BY lower("recipient") ORDER BY "send_at") - 1 AS "turn" FROM "mail_outbox"
  WHERE "sent_at" IS NULL AND "failed_at" IS NULL) w WHERE w."id" = m."id";
