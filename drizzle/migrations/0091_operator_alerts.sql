CREATE TABLE "operator_alerts" (
	"kind" text PRIMARY KEY NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"found_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone
);
