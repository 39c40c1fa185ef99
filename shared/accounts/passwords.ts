/** The minimum length of an accepted password; sign-up accepts shorter ones and the gate asks again. */
export const STRONG_PASSWORD_LENGTH = 8

// cspell:disable
/**
 * The most common passwords of eight characters or more: shorter ones are already rejected by length.
 *
 * @see https://github.com/danielmiessler/SecLists/tree/master/Passwords/Common-Credentials for how such lists are made
 */
const COMMON = new Set(
  `12345678 123456789 1234567890 0123456789 12344321 11111111 00000000 88888888 87654321 987654321 12341234 11223344 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwer1234 asdfasdf asdfghjk
  asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abcdefgh abcdefghi a1b2c3d4 aa123456 aaaaaaaa password password1
  password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word passwords mypassword changeme changeme1 changeme123
  letmein1 letmein123 welcome1 welcome123 iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football football1
  baseball baseball1 superman superman1 batman123 spiderman pokemon1 starwars whatever trustno1 computer internet samsung1
  michelle jennifer jessica1 charlie1 jordan23 liverpool liverpool1 arsenal1 chelsea1 barcelona manchester corvette mercedes
  midnight victoria danielle alexander elizabeth blink182 butterfly chocolate diamond1 dragon123 monkey123 shadow123 master123
  maverick mustang1 freedom1 hello123 hello1234 test1234 testtest user1234 admin123 admin1234 administrator root1234 secret123
  default1 access14 rush2112 xxxxxxxx zaq12wsx zaq1zaq1 bitcoin1 bitcoin123 ethereum ethereum1 founder1 investor latchkey latchkey1`.split(
    /\s+/,
  ),
)
// cspell:enable

/** Whether a password is long enough and not a common one. */
export const isStrongPassword = (password: string): boolean =>
  password.length >= STRONG_PASSWORD_LENGTH && !COMMON.has(password.toLowerCase())
