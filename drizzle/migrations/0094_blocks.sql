CREATE TABLE "blocks" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"network" "cidr",
	"reason" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"hits" integer DEFAULT 0 NOT NULL,
	"last_hit_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "blocks_ends" ON "blocks" USING btree ("ends_at");