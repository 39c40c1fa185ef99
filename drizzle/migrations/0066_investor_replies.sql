CREATE TABLE "reply_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "investor_stats" ADD COLUMN "reply_rate" integer;--> statement-breakpoint
ALTER TABLE "investor_stats" ADD COLUMN "reply_hours" integer;--> statement-breakpoint
ALTER TABLE "vc_requests" ADD COLUMN "reply_choice" text;--> statement-breakpoint
ALTER TABLE "vc_requests" ADD COLUMN "reply_text" text;--> statement-breakpoint
ALTER TABLE "vc_requests" ADD COLUMN "replied_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_request_id_vc_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."vc_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reply_links_request" ON "reply_links" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "reply_links_expires" ON "reply_links" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "vc_requests" ADD CONSTRAINT "vc_requests_reply" CHECK (("vc_requests"."reply_choice" is null) = ("vc_requests"."reply_text" is null) and ("vc_requests"."reply_choice" is null) = ("vc_requests"."replied_at" is null));--> statement-breakpoint
-- A reply of the investor, and an answer of the admins, reach the founder's devices at once.
CREATE TRIGGER sync_poke AFTER UPDATE ON vc_requests FOR EACH ROW
  WHEN (OLD.replied_at IS DISTINCT FROM NEW.replied_at OR OLD.answer IS DISTINCT FROM NEW.answer OR OLD.principal_id <> NEW.principal_id)
  EXECUTE FUNCTION sync_poke_principal();
