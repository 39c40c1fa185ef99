/** The word lists for test investors; as varied as a real listing. */

const list = (text: string) => text.split(/\s*[|\n]\s*/).filter((item) => item !== '')

export const FIRST_NAMES =
  list(`Amara|Anders|Ana|Anna|Aylin|Beatriz|Björn|Camille|Chidi|Daniel|Dmitri|Elif|Emeka|Esther|Farid|Fatou|Gianni|Grace
  Hiroshi|Ibrahim|Ines|Ingrid|Jean-Luc|Jonas|José|Katarzyna|Kwame|Liam|Łukasz|Luca|Maja|Marit|Mateo|Mei|Mehmet|Nadia|Niamh|Omar|Oskar|Paulo|Petra
  Priya|Rania|Ravi|Sarah|Søren|Sven|Tomáš|Thandiwe|Uma|Viktor|Wanjiru|Ximena|Yuki|Zeynep|Zofia|Þóra`)

export const LAST_NAMES =
  list(`Álvarez|Aydın|Castellano|Đorđević|Duarte|Farouk|Fernández|Fischer|García|Haddad|Iyer|Karimi|Keller|Kowalska|Lindqvist
  Moretti|Müller|Nguyễn|Novák|Nygaard|Okafor|O’Brien|Peña|Petrova|Ramírez|Rossi|Schmidt|Smith-Jones|Sørensen|Svoboda|Tanaka|Weiß|Whitfield|Wójcik
  Yıldız|Zhang`)

export const FOREIGN_NAMES = list(
  'يوسف فاروق|أحمد منصور|ليلى الحسن|山本 芽衣|田中 翔|王伟|李娜|陈静|김민준|박서연|ガブリエル 佐藤|Алёна Петрова|שירה כהן',
)
export const FOREIGN_FUNDS = list('صندوق الواحة|红杉资本|深圳创新投资|株式会社未来ファンド|서울벤처스|Фонд Развития')
export const FUND_KINDS = list('Capital|Ventures|Partners|Labs|Seed|Growth|Collective|Angels|Digital|Holdings|& Sons|Fund II')
export const POSITIONS = list(
  'General Partner|Managing Partner|Investment Director|Principal|Angel Investor|Venture Partner|Scout|Head of Platform|Associate',
)

export const LOCATIONS =
  list(`Lagos, Nigeria|Tallinn, Estonia|London, UK|Nairobi, Kenya|Remote|Lisbon, Portugal|Zug, Switzerland|Singapore|New York, USA
  Paris, France|Dubai, UAE|São Paulo, Brazil|Bengaluru, India|Berlin, Germany|Seoul, South Korea|San Francisco, USA|Toronto, Canada|Cairo, Egypt
  Tokyo, Japan|上海|القاهرة`)

export const STRAY_STAGES = list('Series B|Series C|SERIES A|pre seed')
export const STRAY_SECTORS = list('Gaming|NFTs|AI|Infra|defi; payments|Consumer|Security|Enterprise|Social')

export const SYLLABLES =
  list(`ba|bel|bor|ca|cor|da|del|dra|el|fa|fen|fi|gal|gra|ha|hel|ja|ka|kel|kor|la|len|lo|ma|mer|mi|mon|na|nel|no|or|pa|pel|qua
  ra|rin|ro|sa|sel|sol|ta|tel|tor|tra|ul|va|vel|vor|wen|xa|yor|za|zen|zor`)

export const OPENINGS =
  list(`first cheque early, then|outside consensus|before the pitch deck|after two exits|on every continent|since 2014|for the second time
  without a committee|in public and in private markets|with patient money|in a bear market|as a former operator|between two funds|by conviction`)

export const SUBJECTS =
  list(`the partnership|a small team of engineers|our network of founders|this fund|a former payments lead|the whole investment committee
  an operator turned investor|one of the first backers of rollups|a cryptographer by training|the local office|a family holding|a university spin-out`)

export const VERBS =
  list(`backs|looks for|prefers|writes cheques into|sits on the board of|helps with|has learned to distrust|reads every memo from|reserves for
  introduces customers to|wires within a week to|walks away from|co-invests with|teaches|rewards|publishes research on`)

export const OBJECTS =
  list(`open-source cores with a paid edge|teams that have shipped on mainnet|networks whose tokens are needed rather than decorative
  founders who answer support mail themselves|stablecoin rails for importers|zero-knowledge identity for hospitals|energy grids that settle by the minute
  compute markets without a middleman|data warehouses that respect consent|supply chains with a provable origin|tokenised invoices and other dull assets
  privacy as a default|wallets for people who dislike wallets|education that pays for itself|games whose economy survives their players
  infrastructure nobody notices|governance that ends in decisions|lending against real inventory|protocols with a boring roadmap`)
