ALTER TABLE "payout_lines" ADD COLUMN "withdraw_asked_at" timestamp (3) with time zone;
