/** Also refused with digits or punctuation around them. */
const words = `
password passwort passwords passw0rd motdepasse contrasena contraseña wachtwoord senha parola passphrase
pass word secret secrets geheim login logon signin access admin administrator administrador root superuser sysadmin
user username guest test tester testing testpassword temp temppassword temporary default example sample demo
welcome willkommen bienvenue bienvenido hello hallo letmein letmeinplease openup opensesame sesame trustno
changeme changemenow changethis changeit newpassword mypassword thepassword yourpassword adminpassword
rootpassword userpassword masterpassword password1 nopassword notapassword forgotpassword supersecret
topsecret verysecret secretpassword mysecretpassword database server system network computer internet
website webmaster postmaster newsroom editor publisher galley galleycms wordpress joomla drupal postgres postgresql
mysql oracle ubuntu debian windows microsoft google facebook instagram twitter youtube linkedin amazon apple
iphone samsung android nokia sonyericsson motorola blackberry playstation nintendo xbox minecraft fortnite
roblox pokemon counterstrike needforspeed residentevil finalfantasy mortalkombat callofduty worldofwarcraft
warcraft starcraft diablo halflife assassinscreed grandtheftauto zelda mario naruto dragonball
iloveyou ilovemyself iloveme ilovegod ilovejesus ilovemom ilovemyfamily ilovemymom ilovemywife ilovehim iloveher
jetaime tequiero teamo iloveyousomuch iloveyouforever loveyou loveme loveyouforever lovelove lovely forever
foreverlove foreveryoung princess prince queen king sunshine moonlight starlight rainbow butterfly flower
flowers strawberry blueberry chocolate cheesecake cookies cookie banana orange peanutbutter
monkey dragon tiger lion panther eagle falcon phoenix unicorn dolphin elephant kitty kitten puppy
football baseball basketball volleyball softball hockey soccer tennis golfer skateboard snowboard
liverpool liverpoolfc manchester manchesterunited manutd chelsea arsenal barcelona realmadrid juventus
dallascowboys yankees lakers steelers redsox packers sanfrancisco newyork newyorkcity losangeles london paris berlin
california washington america england germany france canada australia scotland ireland
superman batman spiderman ironman wolverine captainamerica greenlantern supernatural starwars startrek
skywalker darthvader luke gandalf lordoftherings harrypotter hogwarts jamesbond terminator matrix
michael michaeljordan michaeljackson jennifer jessica ashley charlie daniel anthony matthew andrew
joshua robert thomas george jordan alexander alexandra christopher christian christina elizabeth stephanie
katherine nicholas benjamin jonathan samantha victoria veronica valentina massimiliano francesco
justinbieber onedirection taylorswift beyonce eminem metallica nirvana slipknot linkinpark systemofadown
ironmaiden avrillavigne britneyspears stratocaster rockandroll
master shadow killer hunter ranger warrior soldier marine knight wizard magic mystery freedom
whatever nothing something anything everything somebody nobody everybody unbelievable
leavemealone trustnoone trustme believe ingodwetrust jesus jesuschrist jesussaves godisgood godislove
godbless blessed heaven angel angels faith hope love peace happy happiness friends friendship bestfriend
bestfriends family mother father brother sister mybaby babygirl babyboy sweetheart sweety darling beautiful
gorgeous princesa corazon estrella mariposa bonita schatz liebe sonnenschein soleil chouchou doudou
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter christmas
birthday holiday vacation weekend money dollar millionaire business company office manager
correcthorsebatterystaple thisisapassword thisismypassword thisisnotapassword thequickbrownfox
tobeornottobe maytheforcebewithyou winteriscoming onceuponatime carpediem hakunamatata
qwerty qwertz azerty qwert asdf asdfgh zxcvbn zxcvbnm abc abcd abcdef abcdefg
professional international intelligence intelligent communication congratulations entertainment
transformers cosmopolitan philadelphia scandinavian cheeseburger frankenstein michelangelo satisfaction
construction constitution registration civilization skateboarding revolution independence jacksonville
professor university photography heartbreaker powerrangers chesterfield louisvuitton ticketmaster
sleepyhollow whosyourdaddy thecakeisalie showmethemoney neversaynever iseedeadpeople devilmaycry websolutions
encyclopedia extraterrestrial abracadabra supercalifragilisticexpialidocious administration architecture
010203040506 102030405060 0102030405060708 1020304050607080 159753456852 159357456852 147258369 147258369147
147258369000 741852963 741852963000 789456123 789456123000 987654321000 4815162342 481516234200 314159265358
3141592653589 271828182845 112358132134 1213141516171819 1324354657687980 135792468 1357924680 13579246810
246813579 2468101214 24681012141618 192837465 1029384756 102938475600 123454321234 121212343434
привет пароль любовь солнышко россия ghbdtn gfhjkm k.,jdm cjkysirj hjccbz ghjcnj yfnfif vfhbyf
fktrcfylh fktrcfylhf fktrcfylhjdyf dkflbvbh cthutq vfrcbv rfnthbyf lbvf fylhtq
motherfucker fucktheworld fuckyou fuckoff fucker bullshit asshole
`;

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
