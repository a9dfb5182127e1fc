// Queries as people type them, with the title that each one means: 'query | title'. They were made from the facts of the
// catalogue, before the search was measured with them.

type Kind = 'movie' | 'tv' | 'person';

export interface Group {
  kind: Kind;
  /** The lines 'query | name'. */
  queries: string;
}

/** Titles and people by name: misspelt, joined, split, in part, in another order, by ear. */
export const core: Record<string, Group> = {
  misspelt: {
    kind: 'movie',
    queries: `
interstelar | Interstellar
inglorious bastards | Inglourious Basterds
shawshenk redemtion | The Shawshank Redemption
schindlers lisst | Schindler's List
eternal sunshin spotless mind | Eternal Sunshine of the Spotless Mind
silense of the lambs | The Silence of the Lambs
requeim for a dream | Requiem for a Dream
clokwork orange | A Clockwork Orange
apocalipse now | Apocalypse Now
guardians of the galxy | Guardians of the Galaxy
jango unchained | Django Unchained
bohemian rapsody | Bohemian Rhapsody
scarfase | Scarface
dunkrik | Dunkirk
pyscho | Psycho
wizard of oz | The Wizard of Oz
maleficient | Maleficent
opanheimer | Oppenheimer
parasyte | Parasite
fantastic beats | Fantastic Beasts and Where to Find Them
gravitty | Gravity
the truman sho | The Truman Show
casablnca | Casablanca
citzen kane | Citizen Kane
hacksaw rigde | Hacksaw Ridge
perks of being a walflower | The Perks of Being a Wallflower
nightcrwaler | Nightcrawler
slumdog milionaire | Slumdog Millionaire
brokeback mountin | Brokeback Mountain
predestinaton | Predestination
trianing day | Training Day
the shinning | The Shining
american beaty | American Beauty
memmento | Memento
beatle juice | Beetlejuice
willy wonka choclate factory | Willy Wonka & the Chocolate Factory
snowpeircer | Snowpiercer
anihilation | Annihilation
zoolandr | Zoolander
princess mononoky | Princess Mononoke
`,
  },
  joinedOrSplit: {
    kind: 'movie',
    queries: `
pulpfiction | Pulp Fiction
forrestgump | Forrest Gump
fightclub | Fight Club
toystory | Toy Story
starwars | Star Wars
dark knight rises batman | The Dark Knight Rises
lala land | La La Land
spider man homecoming | Spider-Man: Homecoming
ant man | Ant-Man
antman | Ant-Man
x-men | X-Men
xmen | X-Men
kick ass | Kick-Ass
inter stellar | Interstellar
night crawler | Nightcrawler
god father | The Godfather
tru man show | The Truman Show
whip lash | Whiplash
wall e | WALL·E
ghost busters | Ghostbusters
good fellas | GoodFellas
brave heart | Braveheart
trainspoting | Trainspotting
trans formers | Transformers
shawshankredemption | The Shawshank Redemption
backtothefuture | Back to the Future
die hard | Die Hard
diehard | Die Hard
homealone | Home Alone
topgun | Top Gun
madmax | Mad Max
wreck it ralph | Wreck-It Ralph
se7en | Se7en
et | E.T. the Extra-Terrestrial
batman vs superman | Batman v Superman: Dawn of Justice
iceage | Ice Age
`,
  },
  inPart: {
    kind: 'movie',
    queries: `
chamber of secrets | Harry Potter and the Chamber of Secrets
azkaban | Harry Potter and the Prisoner of Azkaban
two towers | The Lord of the Rings: The Two Towers
fellowship | The Lord of the Rings: The Fellowship of the Ring
winter soldier | Captain America: The Winter Soldier
infinity war | Avengers: Infinity War
curse of the black pearl | Pirates of the Caribbean: The Curse of the Black Pearl
temple of doom | Indiana Jones and the Temple of Doom
last crusade | Indiana Jones and the Last Crusade
judgment day | Terminator 2: Judgment Day
ghost protocol | Mission: Impossible - Ghost Protocol
fury road | Mad Max: Fury Road
into the spider verse | Spider-Man: Into the Spider-Verse
cuckoos nest | One Flew Over the Cuckoo's Nest
wolf wall street | The Wolf of Wall Street
catch me if | Catch Me If You Can
the grand bud | The Grand Budapest Hotel
dark kni | The Dark Knight
incep | Inception
interst | Interstellar
shaws | The Shawshank Redemption
pulp fic | Pulp Fiction
phantom menace | Star Wars: Episode I - The Phantom Menace
knight dark the | The Dark Knight
club fight | Fight Club
potter goblet | Harry Potter and the Goblet of Fire
rings return king | The Lord of the Rings: The Return of the King
extra terrestrial | E.T. the Extra-Terrestrial
new moon | The Twilight Saga: New Moon
catching fire | The Hunger Games: Catching Fire
desolation of smaug | The Hobbit: The Desolation of Smaug
good bad ugly | The Good, the Bad and the Ugly
tiger hidden dragon | Crouching Tiger, Hidden Dragon
strange love | Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb
sundance kid | Butch Cassidy and the Sundance Kid
glass onion | Glass Onion: A Knives Out Mystery
`,
  },
  shows: {
    kind: 'tv',
    queries: `
breking bad | Breaking Bad
braeking bad | Breaking Bad
strangerthings | Stranger Things
stranger tings | Stranger Things
peeky blinders | Peaky Blinders
game of trones | Game of Thrones
westwrld | Westworld
the sopranoes | The Sopranos
brooklyn 99 | Brooklyn Nine-Nine
simpsons | The Simpsons
mandalorean | The Mandalorian
wensday | Wednesday
umbrela academy | The Umbrella Academy
vampire diary | The Vampire Diaries
walking dead | The Walking Dead
better caul saul | Better Call Saul
sherlok | Sherlock
prisonbreak | Prison Break
how i met your mom | How I Met Your Mother
south parc | South Park
handmaid tale | The Handmaid's Tale
orange new black | Orange Is the New Black
queens gambit | The Queen's Gambit
chernobil | Chernobyl
house cards | House of Cards
band brothers | Band of Brothers
x files | The X-Files
big bang teory | The Big Bang Theory
greys anatomi | Grey's Anatomy
squid games | Squid Game
cobra kay | Cobra Kai
one punchman | One-Punch Man
full metal alchemist | Fullmetal Alchemist: Brotherhood
attack titan | Attack on Titan
demonslayer | Demon Slayer: Kimetsu no Yaiba
sucession | Succession
severence | Severance
true detektive | True Detective
fresh prince bel air | The Fresh Prince of Bel-Air
malcom in the middle | Malcolm in the Middle
its always sunny | It's Always Sunny in Philadelphia
bojack | BoJack Horseman
`,
  },
  people: {
    kind: 'person',
    queries: `
leo dicaprio | Leonardo DiCaprio
brat pitt | Brad Pitt
jonny depp | Johnny Depp
scarlet johannson | Scarlett Johansson
natalie portmann | Natalie Portman
morgen freeman | Morgan Freeman
samuel jackson | Samuel L. Jackson
angelina joli | Angelina Jolie
nicole kidmann | Nicole Kidman
mathew mcconaughey | Matthew McConaughey
christian bail | Christian Bale
anthony hopkin | Anthony Hopkins
al paccino | Al Pacino
denzel wahsington | Denzel Washington
merryl streep | Meryl Streep
jennifer lawrance | Jennifer Lawrence
hugh jackmann | Hugh Jackman
chris hemswoth | Chris Hemsworth
robert downey jr | Robert Downey Jr.
ryan renolds | Ryan Reynolds
spielburg | Steven Spielberg
hichcock | Alfred Hitchcock
tarantno | Quentin Tarantino
christofer nolan | Christopher Nolan
ridly scott | Ridley Scott
david finchr | David Fincher
wes andersen | Wes Anderson
arnold schwarzeneger | Arnold Schwarzenegger
sylvester stalone | Sylvester Stallone
freeman morgan | Morgan Freeman
`,
  },
};

/** Names spelt by ear. */
export const byEar: Record<string, Group> = {
  films: {
    kind: 'movie',
    queries: `
ratatui | Ratatouille
ratatooy | Ratatouille
amelee | Amélie
sykoe | Psycho
siko | Psycho
nitemare before krismas | The Nightmare Before Christmas
fite klub | Fight Club
kwiet place | A Quiet Place
gudfellas | GoodFellas
lay miserab | Les Misérables
lee mizerables | Les Misérables
noking on hevens dor | Knockin' on Heaven's Door
jurasik park | Jurassic Park
jerasik parc | Jurassic Park
inseption | Inception
insepshun | Inception
interstelar | Interstellar
shaushank redemshun | The Shawshank Redemption
pulp ficshun | Pulp Fiction
terminater | The Terminator
gladieator | Gladiator
kingz speach | The King's Speech
beutiful mind | A Beautiful Mind
skool of rock | School of Rock
slumdog millyonair | Slumdog Millionaire
the prestiege | The Prestige
exorsist | The Exorcist
ze exorcist | The Exorcist
apokalips now | Apocalypse Now
apocolips now | Apocalypse Now
kasablanka | Casablanca
sitizen kane | Citizen Kane
vertego | Vertigo
dokter stranj | Doctor Strange
nite crawler | Nightcrawler
nightkrawler | Nightcrawler
tru grit | True Grit
koko | Coco
mowana | Moana
zoo topia | Zootopia
kung foo panda | Kung Fu Panda
madagaskar | Madagascar
how to trane your dragen | How to Train Your Dragon
shrec | Shrek
finding neemo | Finding Nemo
incredables | The Incredibles
openhymer | Oppenheimer
open himer | Oppenheimer
tenit | Tenet
doon | Dune
jokur | Joker
parasyte | Parasite
wiplash | Whiplash
la la lend | La La Land
moonlite | Moonlight
spotlite | Spotlight
wolf of wal street | The Wolf of Wall Street
shutter iland | Shutter Island
catch me if you ken | Catch Me If You Can
saveing private rian | Saving Private Ryan
shindlers list | Schindler's List
skindlers list | Schindler's List
edward sizzorhands | Edward Scissorhands
beetle juice | Beetlejuice
resevoir dogs | Reservoir Dogs
rezervwar dogs | Reservoir Dogs
in glorious bastards | Inglourious Basterds
inglorious basterds | Inglourious Basterds
jango unchained | Django Unchained
big leboski | The Big Lebowski
farrgo | Fargo
aikira | Akira
princess mononokay | Princess Mononoke
spirited aweigh | Spirited Away
`,
  },
  people: {
    kind: 'person',
    queries: `
sersha ronan | Saoirse Ronan
seersha ronan | Saoirse Ronan
timothy shalamay | Timothée Chalamet
timotay chalamey | Timothée Chalamet
mathew mcconahay | Matthew McConaughey
jake jillenhall | Jake Gyllenhaal
jake gillenhal | Jake Gyllenhaal
arnold shwarzeneger | Arnold Schwarzenegger
arnold swartsenegger | Arnold Schwarzenegger
renay zelweger | Renée Zellweger
charlese theron | Charlize Theron
sharleez theron | Charlize Theron
kianu reevs | Keanu Reeves
keeanoo reeves | Keanu Reeves
scarlet johanson | Scarlett Johansson
zack galifinakis | Zach Galifianakis
juakin fenix | Joaquin Phoenix
wakeen phoenix | Joaquin Phoenix
ralf fines | Ralph Fiennes
rafe fines | Ralph Fiennes
martin skorsese | Martin Scorsese
skorsezi | Martin Scorsese
kwentin tarantino | Quentin Tarantino
stanly kubrik | Stanley Kubrick
akira kurosava | Akira Kurosawa
hayow miyazaki | Hayao Miyazaki
pedro almodovar | Pedro Almodóvar
ang li | Ang Lee
bong june ho | Bong Joon Ho
denee vilnuv | Denis Villeneuve
denis vilneuve | Denis Villeneuve
alfonso kwaron | Alfonso Cuarón
gearmo del toro | Guillermo del Toro
kate blanchet | Cate Blanchett
kate winslit | Kate Winslet
leonardo di kaprio | Leonardo DiCaprio
bred pit | Brad Pitt
jorge kluni | George Clooney
samuel el jackson | Samuel L. Jackson
harison ford | Harrison Ford
hue jackman | Hugh Jackman
ewan mcgreger | Ewan McGregor
yuan mcgregor | Ewan McGregor
kira nightly | Keira Knightley
keera knightly | Keira Knightley
jenifer lorence | Jennifer Lawrence
maril streep | Meryl Streep
al pachino | Al Pacino
jo peshi | Joe Pesci
robert deniro | Robert De Niro
uma thermin | Uma Thurman
sigorny weaver | Sigourney Weaver
steven speelberg | Steven Spielberg
kristofer nolan | Christopher Nolan
greta gerwick | Greta Gerwig
adam sandlur | Adam Sandler
`,
  },
  shows: {
    kind: 'tv',
    queries: `
braking bad | Breaking Bad
game of trones | Game of Thrones
the sopranoes | The Sopranos
sopranose | The Sopranos
sinefeld | Seinfeld
frends | Friends
the offis | The Office
peeky blinders | Peaky Blinders
piky blinders | Peaky Blinders
chernobil | Chernobyl
suksession | Succession
sucseshun | Succession
fleebag | Fleabag
severence | Severance
westwerld | Westworld
strangr thigns | Stranger Things
narkos | Narcos
lusifer | Lucifer
sherlok | Sherlock
shurlock | Sherlock
the mandelorian | The Mandalorian
the wichur | The Witcher
dr hoo | Doctor Who
docter who | Doctor Who
better kall saul | Better Call Saul
futerama | Futurama
simsons | The Simpsons
rik and morti | Rick and Morty
avatar the last air bender | Avatar: The Last Airbender
batlestar galaktika | Battlestar Galactica
`,
  },
};

/** Numbers in a series. */
export const series: Record<string, Group> = {
  numbers: {
    kind: 'movie',
    queries: `
rocky 3 | Rocky III
rocky three | Rocky III
rocky part iii | Rocky III
home alone 2 | Home Alone 2: Lost in New York
mad max 4 | Mad Max: Fury Road
star wars 1 | Star Wars: Episode I - The Phantom Menace
star wars 3 | Star Wars: Episode III - Revenge of the Sith
star wars 5 | The Empire Strikes Back
star wars episode 6 | Return of the Jedi
star wars vii | Star Wars: The Force Awakens
harry potter 1 | Harry Potter and the Philosopher's Stone
harry potter 3 | Harry Potter and the Prisoner of Azkaban
harry potter 4 | Harry Potter and the Goblet of Fire
harry potter part five | Harry Potter and the Order of the Phoenix
lotr 2 | The Lord of the Rings: The Two Towers
lotr 3 | The Lord of the Rings: The Return of the King
lord of the rings 1 | The Lord of the Rings: The Fellowship of the Ring
hobbit 2 | The Hobbit: The Desolation of Smaug
gotg 2 | Guardians of the Galaxy Vol. 2
gotg 3 | Guardians of the Galaxy Vol. 3
t2 | Terminator 2: Judgment Day
godfather 2 | The Godfather Part II
godfather part 3 | The Godfather Part III
the godfather ii | The Godfather Part II
hunger games 2 | The Hunger Games: Catching Fire
twilight 2 | The Twilight Saga: New Moon
pirates of the caribbean 2 | Pirates of the Caribbean: Dead Man's Chest
pirates of the caribbean 3 | Pirates of the Caribbean: At World's End
indiana jones 3 | Indiana Jones and the Last Crusade
thor 3 | Thor: Ragnarok
captain america 2 | Captain America: The Winter Soldier
avengers 2 | Avengers: Age of Ultron
avengers 4 | Avengers: Endgame
matrix 2 | The Matrix Reloaded
matrix 3 | The Matrix Revolutions
shrek 3 | Shrek the Third
ice age 2 | Ice Age: The Meltdown
mission impossible 4 | Mission: Impossible - Ghost Protocol
mission impossible 6 | Mission: Impossible - Fallout
dune 2 | Dune: Part Two
dune part two | Dune: Part Two
kill bill 2 | Kill Bill: Vol. 2
john wick 3 | John Wick: Chapter 3 - Parabellum
back to the future 3 | Back to the Future Part III
alien 2 | Aliens
men in black 2 | Men in Black II
jurassic world 2 | Jurassic World: Fallen Kingdom
jurassic park 2 | The Lost World: Jurassic Park
wonder woman 2 | Wonder Woman 1984
venom 2 | Venom: Let There Be Carnage
it 2 | It Chapter Two
knives out 2 | Glass Onion: A Knives Out Mystery
transformers 2 | Transformers: Revenge of the Fallen
hangover 3 | The Hangover Part III
8 and a half | 8½
eight and a half | 8½
avatar 2 | Avatar: The Way of Water
fast and furious 7 | Furious 7
ff7 | Furious 7
top gun 2 | Top Gun: Maverick
frozen 2 | Frozen II
kingsman 2 | Kingsman: The Golden Circle
`,
  },
};

/** Names in other languages and scripts. */
export const native: Record<string, Group> = {
  scripts: {
    kind: 'movie',
    queries: `
千と千尋の神隠し | Spirited Away
千と千尋 | Spirited Away
기생충 | Parasite
сталкер | Stalker
もののけ姫 | Princess Mononoke
올드보이 | Oldboy
七人の侍 | Seven Samurai
羅生門 | Rashomon
となりのトトロ | My Neighbor Totoro
トトロ | My Neighbor Totoro
ハウルの動く城 | Howl's Moving Castle
君の名は | Your Name.
花樣年華 | In the Mood for Love
부산행 | Train to Busan
살인의 추억 | Memories of Murder
아가씨 | The Handmaiden
иди и смотри | Come and See
солярис | Solaris
दंगल | Dangal
तारे ज़मीन पर | Like Stars on Earth
英雄 | Hero
乱 | Ran
無間道 | Infernal Affairs
霸王别姬 | Farewell My Concubine
インターステラー | Interstellar
темный рыцарь | The Dark Knight
오펜하이머 | Oppenheimer
超人 | Superman
火垂るの墓 | Grave of the Fireflies
`,
  },
  shows: {
    kind: 'tv',
    queries: `
오징어 게임 | Squid Game
오징어게임 | Squid Game
進撃の巨人 | Attack on Titan
鬼滅の刃 | Demon Slayer: Kimetsu no Yaiba
во все тяжкие | Breaking Bad
друзья | Friends
игра престолов | Game of Thrones
доктор хаус | House
왕좌의 게임 | Game of Thrones
ワンピース | One Piece
`,
  },
};

/** Original names in Latin letters, and names in other countries. */
export const original: Record<string, Group> = {
  names: {
    kind: 'movie',
    queries: `
le cinquième élément | The Fifth Element
cinquieme element | The Fifth Element
la vita è bella | Life Is Beautiful
das leben der anderen | The Lives of Others
der untergang | Downfall
cidade de deus | City of God
el laberinto del fauno | Pan's Labyrinth
intouchables | The Intouchables
todo sobre mi madre | All About My Mother
le fabuleux destin d'amélie poulain | Amélie
nuovo cinema paradiso | Cinema Paradiso
ladri di biciclette | Bicycle Thieves
la haine | La Haine
druk | Another Round
relatos salvajes | Wild Tales
el padrino | The Godfather
les évadés | The Shawshank Redemption
profondo rosso | Deep Red
der pate | The Godfather
el señor de los anillos | The Lord of the Rings: The Fellowship of the Ring
`,
  },
};

/** Characters, by whose name no title is known. */
export const characters: Record<string, Group> = {
  names: {
    kind: 'movie',
    queries: `
hannibal lecter | The Silence of the Lambs
jack sparrow | Pirates of the Caribbean: The Curse of the Black Pearl
tony stark | Iron Man
bruce wayne | The Dark Knight
ellen ripley | Alien
vito corleone | The Godfather
tyler durden | Fight Club
travis bickle | Taxi Driver
luke skywalker | Star Wars
darth vader | Star Wars
katniss everdeen | The Hunger Games
norman bates | Psycho
ethan hunt | Mission: Impossible
marty mcfly | Back to the Future
sarah connor | The Terminator
vincent vega | Pulp Fiction
jack torrance | The Shining
john mcclane | Die Hard
hans landa | Inglourious Basterds
jules winnfield | Pulp Fiction
`,
  },
  shows: {
    kind: 'tv',
    queries: `
walter white | Breaking Bad
tyrion lannister | Game of Thrones
sheldon cooper | The Big Bang Theory
tony soprano | The Sopranos
rick grimes | The Walking Dead
thomas shelby | Peaky Blinders
`,
  },
};

/** A name and words that are not a part of it. */
export const withNoise: Record<string, Group> = {
  films: {
    kind: 'movie',
    queries: `
joker full movie | Joker
up pixar | Up
interstellar film | Interstellar
inception movie | Inception
watch the matrix online | The Matrix
titanic 1997 | Titanic
titanic movie 1997 | Titanic
gladiator trailer | Gladiator
parasite korean movie | Parasite
heat al pacino | Heat
film inception | Inception
the movie up | Up
it horror movie | It
alien 1979 film | Alien
coco disney | Coco
drive ryan gosling | Drive
her movie | Her
dune (2021) | Dune
watch dune free | Dune
the godfather full movie hd | The Godfather
movie the departed | The Departed
jaws film spielberg | Jaws
seven brad pitt | Se7en
split m night shyamalan | Split
taken liam neeson | Taken
rush film | Rush
soul pixar | Soul
whiplash streaming | Whiplash
fargo movie | Fargo
cars animation | Cars
`,
  },
  shows: {
    kind: 'tv',
    queries: `
dark season 1 | Dark
lost tv show | Lost
breaking bad serie | Breaking Bad
friends tv series | Friends
watch the office | The Office
you netflix | You
elite season 2 | Elite
fargo series | Fargo
loki season 2 | Loki
the bear s02e05 | The Bear
narcos netflix | Narcos
vikings tv show | Vikings
house md | House
from series | FROM
suits usa | Suits
arcane netflix series | Arcane
chernobyl hbo | Chernobyl
lucifer staffel 3 | Lucifer
bones episode 1 | Bones
see apple tv | See
`,
  },
};

/** Misspelt people, looked for among films: the name is that of a person, and a film of theirs must be found. */
export const starsAmongFilms = `
tom hnaks | Tom Hanks
scorcese | Martin Scorsese
leonardo dicapro | Leonardo DiCaprio
brad pit | Brad Pitt
spielburg | Steven Spielberg
jonny depp | Johnny Depp
scarlet johansson | Scarlett Johansson
tarrantino | Quentin Tarantino
hichcock | Alfred Hitchcock
keanu reevs | Keanu Reeves
tom criuse | Tom Cruise
natalie portmann | Natalie Portman
emma stoen | Emma Stone
christofer nolan | Christopher Nolan
ryan gossling | Ryan Gosling
morgan freman | Morgan Freeman
will smit | Will Smith
kate winslett | Kate Winslet
jim carey | Jim Carrey
mat damon | Matt Damon
harison ford | Harrison Ford
julia robert | Julia Roberts
sigourny weaver | Sigourney Weaver
denzel washingtn | Denzel Washington
anthony hopkin | Anthony Hopkins
schwarzeneger | Arnold Schwarzenegger
meryl strep | Meryl Streep
kubrik | Stanley Kubrick
miyasaki | Hayao Miyazaki
margot robie | Margot Robbie
`;

/** By what people call them. */
export const nicknames: Record<string, Group> = {
  films: {
    kind: 'movie',
    queries: `
007 | Skyfall
james bond | Casino Royale
rambo | First Blood
ghibli | Spirited Away
studio ghibli | Princess Mononoke
lotr | The Lord of the Rings: The Fellowship of the Ring
t2 | Terminator 2: Judgment Day
tdk | The Dark Knight
hp 1 | Harry Potter and the Philosopher's Stone
mcu | Iron Man
`,
  },
  people: {
    kind: 'person',
    queries: `
the rock | Dwayne Johnson
jlaw | Jennifer Lawrence
j law | Jennifer Lawrence
rdj | Robert Downey Jr.
jlo | Jennifer Lopez
arnie | Arnold Schwarzenegger
`,
  },
  shows: {
    kind: 'tv',
    queries: `
doctor house | House
got | Game of Thrones
svu | Law & Order: Special Victims Unit
atla | Avatar: The Last Airbender
`,
  },
};

/** Nothing of the catalogue is meant: no list has a result. */
export const absent = `
quantum banana
purple elephant parade
xylophone murders of kent
qwertyuiop
asdfgh
zzzz
lorem ipsum dolor
best pizza near me
how to fix a bicycle
weather tomorrow
bitcoin price
paper umbrella choir
tax return
my holiday photos
grandma's apple pie
velvet hurricane syndrome
the tangerine accountant
murmurations of slough
kitchen sink repair
vlad the plumber
nine wet umbrellas
hjkl
trombone detectives
sourdough starter
cheap flights to oslo
the crimson lighthouse keeper
moonlit tax inspectors
frozen peas recipe
gardening for beginners
xqzwv
barbara zwiebelkuchen
osterhase
the whispering cactus
football results
potato salad
underwater basket weaving
wuthering depths
captain broccoli
invoice 2291
zebra crossing guard
pomegranate sonata
the last typewriter
helsinki goose
lawn mower
quiet spoons
train timetable
unicorn plumber 4
jupiter's postman
mysterious cheese
robot grandmother's wedding
aardvark sunrise
bonfire of the pancakes
dentist appointment
twelve jealous teapots
the sleepy volcano of hull
nightshift librarian
gluten free muffins
copper violin
ventriloquist squirrels
postcode lottery
`;
