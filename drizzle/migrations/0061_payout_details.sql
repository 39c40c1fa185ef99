CREATE TABLE "payout_details" (
	"user_id" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"masked" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "paid_to" jsonb;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "details_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_details" ADD CONSTRAINT "payout_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;