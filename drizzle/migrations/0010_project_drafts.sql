CREATE TABLE "project_drafts" (
	"principal_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"values" jsonb NOT NULL,
	"writers" jsonb NOT NULL,
	"clashes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "projects_user";--> statement-breakpoint
ALTER TABLE "project_drafts" ADD CONSTRAINT "project_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_user" ON "projects" USING btree ("user_id");