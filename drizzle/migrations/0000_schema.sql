CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"email" text,
	"token_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_tokens_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "cold_investors" (
	"id" text PRIMARY KEY NOT NULL,
	"fund_name" text NOT NULL,
	"fund_slug" text NOT NULL,
	"website" text,
	"investment_focus" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "cold_investors_fundSlug_unique" UNIQUE("fund_slug")
);
--> statement-breakpoint
CREATE TABLE "contact_notes" (
	"principal_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_notes_principal_id_contact_id_pk" PRIMARY KEY("principal_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "decision_maker_unlocks" (
	"id" text PRIMARY KEY NOT NULL,
	"principal_id" text NOT NULL,
	"order_id" text NOT NULL,
	"decision_maker_id" text NOT NULL,
	"email" text,
	"amount" bigint NOT NULL,
	"stripe_payment_intent_id" text NOT NULL,
	"status" text DEFAULT 'completed' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decision_maker_unlocks_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "decision_makers" (
	"id" text PRIMARY KEY NOT NULL,
	"cold_investor_id" text NOT NULL,
	"position" integer NOT NULL,
	"role" text NOT NULL,
	"full_name" text NOT NULL,
	"linkedin_url" text,
	"twitter_url" text
);
--> statement-breakpoint
CREATE TABLE "directory_investors" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"fund" text,
	"title" text,
	"is_verified" boolean NOT NULL,
	"is_venture_capital" boolean NOT NULL,
	"is_angel" boolean NOT NULL,
	"stages" text[] DEFAULT '{}' NOT NULL,
	"sectors" text[] DEFAULT '{}' NOT NULL,
	"investment_thesis" text,
	"bio" text,
	"portfolio_performance" text,
	"location" text,
	"image_url" text,
	"fund_website" text,
	"price" bigint,
	"price_raw" jsonb,
	"limit" integer,
	"email" text,
	"telegram" text,
	"meeting_link" text,
	"linkedin_url" text,
	"twitter_url" text,
	"website" text,
	"donate_to_charity" boolean DEFAULT false NOT NULL,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"raw" jsonb NOT NULL,
	"source_hash" text NOT NULL,
	"unlisted_at" timestamp (3) with time zone,
	"source_created_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"source" text,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_submissions_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "import_quarantine" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"raw" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"received" integer NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"unlisted" integer NOT NULL,
	"quarantined" integer NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "investor_stats" (
	"id" text PRIMARY KEY NOT NULL,
	"total_requests" integer NOT NULL,
	"top_tag" text NOT NULL,
	"rank" integer,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"last_error" text,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text,
	"transaction" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text,
	"template" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"send_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meeting_bookings" (
	"id" text PRIMARY KEY NOT NULL,
	"principal_id" text NOT NULL,
	"order_id" text,
	"vc_id" text NOT NULL,
	"vc_type" text NOT NULL,
	"founder_email" text,
	"founder_name" text,
	"founder_company" text,
	"vc_name" text,
	"vc_email" text,
	"meeting_date_time" timestamp (3) with time zone NOT NULL,
	"meeting_duration" integer DEFAULT 30 NOT NULL,
	"meeting_title" text,
	"meeting_description" text,
	"calendly_event_id" text,
	"calendly_event_uri" text,
	"meeting_link" text,
	"amount" bigint,
	"stripe_payment_intent_id" text,
	"status" text DEFAULT 'confirmed' NOT NULL,
	"held_until" timestamp (3) with time zone,
	"founder_notified" timestamp (3) with time zone,
	"vc_notified" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_bookings_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"principal_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"path" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"principal_id" text NOT NULL,
	"kind" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"slot_id" text,
	"amount" bigint NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"pi_id" text,
	"session_id" text,
	"livemode" boolean DEFAULT false NOT NULL,
	"snapshot" jsonb NOT NULL,
	"alert" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "orders_piId_unique" UNIQUE("pi_id"),
	CONSTRAINT "orders_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "orders_amount_minimum" CHECK ("orders"."amount" >= 50)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"principal_id" text NOT NULL,
	"order_id" text NOT NULL,
	"founder_id" text,
	"vc_id" text,
	"amount" bigint NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"payment_type" text NOT NULL,
	"stripe_payment_intent_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"intro_template" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "principals" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"token_hash" text,
	"merged_into" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "principals_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "principals_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "processed_mutations" (
	"id" text PRIMARY KEY NOT NULL,
	"principal_id" text NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"refusal" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_votes" (
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"principal_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_votes_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"company_name" text,
	"logo_url" text,
	"one_line_description" text,
	"description" text,
	"project_stage" text,
	"ticker_launched" boolean DEFAULT false NOT NULL,
	"dex_screener_url" text,
	"pitch_deck_url" text,
	"amount_raising" bigint,
	"valuation" bigint,
	"committed_amount" bigint,
	"traction" text,
	"ecosystem" text,
	"vertical" text,
	"data_room_url" text,
	"linkedin_url" text,
	"twitter_url" text,
	"founder_twitter_url" text,
	"website_url" text,
	"revenue_generating" boolean DEFAULT false NOT NULL,
	"email" text,
	"founder_name" text,
	"team_size" integer,
	"team_roles" text,
	"location" text,
	"round_type" text,
	"ideal_investor_type" text,
	"status" text DEFAULT 'under review' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone,
	"imported_votes" integer DEFAULT 0 NOT NULL,
	"vote_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_buckets" (
	"bucket" text NOT NULL,
	"key" text NOT NULL,
	"level" integer NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_buckets_bucket_key_pk" PRIMARY KEY("bucket","key")
);
--> statement-breakpoint
CREATE TABLE "sandbox_deliveries" (
	"event_id" text PRIMARY KEY NOT NULL,
	"is_delivered" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_requests" (
	"idempotency_key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_investors" (
	"principal_id" text NOT NULL,
	"vc_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_investors_principal_id_vc_id_pk" PRIMARY KEY("principal_id","vc_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"sess" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"proved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"source" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"livemode" boolean NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "stripe_events_event_id_pk" PRIMARY KEY("event_id"),
	CONSTRAINT "stripe_events_eventId_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "sync_parts" (
	"sha256" text PRIMARY KEY NOT NULL,
	"brotli" "bytea" NOT NULL,
	"gzip" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_snapshots" (
	"id" text PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"cursor" "xid8" NOT NULL,
	"parts" text[] NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"epoch_seed" text NOT NULL,
	"pruned_xid" "xid8"
);
--> statement-breakpoint
CREATE TABLE "sync_tombstones" (
	"collection" text NOT NULL,
	"id" text NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_tombstones_collection_id_pk" PRIMARY KEY("collection","id")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"principal_id" text,
	"name" text,
	"email" text,
	"subject" text,
	"category" text,
	"message" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reply" text,
	"reply_due_at" timestamp (3) with time zone,
	"replied_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"pending_email" text,
	"email_verified_at" timestamp (3) with time zone,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"password" text,
	"has_set_password" boolean DEFAULT false NOT NULL,
	"user_type" text DEFAULT 'founder' NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"profile_completed" boolean DEFAULT false NOT NULL,
	"is_approved_investor" boolean DEFAULT false NOT NULL,
	"auth_provider" text DEFAULT 'email' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vc_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"vc_id" text NOT NULL,
	"vc_type" text NOT NULL,
	"principal_id" text NOT NULL,
	"founder_email" text,
	"user_id" text,
	"founder_score" integer DEFAULT 50 NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"request_type" text NOT NULL,
	"message" text,
	"amount" bigint NOT NULL,
	"day" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vc_secrets" (
	"vc_id" text PRIMARY KEY NOT NULL,
	"calendly_token" "bytea",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vc_unlocks" (
	"id" text PRIMARY KEY NOT NULL,
	"principal_id" text NOT NULL,
	"order_id" text NOT NULL,
	"email" text,
	"vc_id" text NOT NULL,
	"vc_type" text NOT NULL,
	"amount" bigint NOT NULL,
	"payment_type" text NOT NULL,
	"stripe_payment_intent_id" text NOT NULL,
	"status" text DEFAULT 'completed' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vc_unlocks_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "vcs" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"fund_name" text NOT NULL,
	"partner_name" text NOT NULL,
	"email" text,
	"location" text,
	"position" text,
	"investment_tag" text,
	"fund_description" text,
	"bio" text,
	"portfolio_performance" text,
	"twitter_url" text,
	"linkedin_url" text,
	"telegram_url" text,
	"meeting_url" text,
	"calendly_link" text,
	"stage" text[] DEFAULT '{}' NOT NULL,
	"sectors" text[] DEFAULT '{}' NOT NULL,
	"investment_thesis" text,
	"contact_type" text DEFAULT 'meeting' NOT NULL,
	"contact_handle" text,
	"meeting_link" text,
	"price" bigint,
	"logo_url" text,
	"website_url" text,
	"is_website_public" boolean DEFAULT false NOT NULL,
	"weekly_intro_limit" integer DEFAULT 5 NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"review_status" text DEFAULT 'pending' NOT NULL,
	"review_reason" text,
	"donate_to_charity" boolean DEFAULT false NOT NULL,
	"charity_of_choice" text,
	"is_venture_capital" boolean DEFAULT true NOT NULL,
	"is_angel" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_maker_unlocks" ADD CONSTRAINT "decision_maker_unlocks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_makers" ADD CONSTRAINT "decision_makers_cold_investor_id_cold_investors_id_fk" FOREIGN KEY ("cold_investor_id") REFERENCES "public"."cold_investors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD CONSTRAINT "meeting_bookings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_principal_id_principals_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."principals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "principals" ADD CONSTRAINT "principals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_votes" ADD CONSTRAINT "project_votes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_votes" ADD CONSTRAINT "project_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vc_secrets" ADD CONSTRAINT "vc_secrets_vc_id_vcs_id_fk" FOREIGN KEY ("vc_id") REFERENCES "public"."vcs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vc_unlocks" ADD CONSTRAINT "vc_unlocks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vcs" ADD CONSTRAINT "vcs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE INDEX "auth_tokens_user" ON "auth_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cold_investors_changed" ON "cold_investors" USING btree ("changed_xid");--> statement-breakpoint
CREATE INDEX "decision_maker_unlocks_principal" ON "decision_maker_unlocks" USING btree ("principal_id");--> statement-breakpoint
CREATE INDEX "decision_makers_fund" ON "decision_makers" USING btree ("cold_investor_id");--> statement-breakpoint
CREATE INDEX "directory_investors_changed" ON "directory_investors" USING btree ("changed_xid");--> statement-breakpoint
CREATE INDEX "investor_stats_changed" ON "investor_stats" USING btree ("changed_xid");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_waiting" ON "jobs" USING btree ("kind","key") WHERE "jobs"."done_at" is null;--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE "jobs"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_leg" ON "ledger_entries" USING btree ("order_id","transaction","account");--> statement-breakpoint
CREATE INDEX "ledger_account" ON "ledger_entries" USING btree ("account");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_outbox_order" ON "mail_outbox" USING btree ("order_id","template") WHERE "mail_outbox"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("send_at") WHERE "mail_outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "meeting_bookings_vc" ON "meeting_bookings" USING btree ("vc_id","meeting_date_time");--> statement-breakpoint
CREATE INDEX "meeting_bookings_principal" ON "meeting_bookings" USING btree ("principal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open" ON "orders" USING btree ("principal_id","kind","target_id",coalesce("slot_id", '')) WHERE "orders"."status" in ('pending', 'processing', 'failed');--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "orders_principal" ON "orders" USING btree ("principal_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_principal" ON "payments" USING btree ("principal_id");--> statement-breakpoint
CREATE INDEX "principals_merged_into" ON "principals" USING btree ("merged_into");--> statement-breakpoint
CREATE INDEX "processed_mutations_created" ON "processed_mutations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "projects_user" ON "projects" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "projects_changed" ON "projects" USING btree ("changed_xid");--> statement-breakpoint
CREATE INDEX "sandbox_deliveries_due" ON "sandbox_deliveries" USING btree ("is_delivered","next_at");--> statement-breakpoint
CREATE INDEX "sandbox_objects_type" ON "sandbox_objects" USING btree ("type","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "stripe_events_status" ON "stripe_events" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "sync_tombstones_changed" ON "sync_tombstones" USING btree ("changed_xid");--> statement-breakpoint
CREATE INDEX "tickets_status" ON "tickets" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "tickets_principal" ON "tickets" USING btree ("principal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "vc_requests_daily" ON "vc_requests" USING btree ("principal_id","vc_id","request_type","day");--> statement-breakpoint
CREATE INDEX "vc_requests_vc" ON "vc_requests" USING btree ("vc_id","created_at");--> statement-breakpoint
CREATE INDEX "vc_unlocks_principal" ON "vc_unlocks" USING btree ("principal_id","vc_id");--> statement-breakpoint
CREATE INDEX "vc_unlocks_vc" ON "vc_unlocks" USING btree ("vc_id");--> statement-breakpoint
CREATE INDEX "vcs_user" ON "vcs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "vcs_changed" ON "vcs" USING btree ("changed_xid");