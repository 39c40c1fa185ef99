-- A plan of these functions is kept for as long as a statement runs. Made while the tables were small, it read the whole directory for
-- each of the rows that an import adds.
ALTER FUNCTION private_group(text[]) SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION private_sellers(text[]) SET enable_seqscan = off;
