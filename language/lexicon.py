"""Closed word lists of English that grammar alone does not give: what lives, what is a place,
what belongs to a body, and which verbs lead another verb. All entries are base forms."""


def word_set(text: str) -> frozenset[str]:
    """The words of a list written as running text."""
    return frozenset(text.split())


MALE = word_set(
    """actor boy bridegroom brother bull businessman cowboy dad duke father fireman fisherman
    gentleman grandfather groom guy husband king lad lord male man monk mr nephew policeman
    priest prince rooster salesman shepherd sir son stallion uncle waiter widower wizard"""
)
FEMALE = word_set(
    """actress aunt ballerina bride businesswoman cheerleader cow daughter doe duchess ewe female
    girl grandmother hen lady lioness maid mare mermaid mom mother mrs ms mum niece nun
    policewoman princess queen sister stepmother stepsister vixen waitress wife witch woman"""
)
_BEASTS = word_set("""bull cow doe ewe hen lioness mare rooster stallion vixen""")
HUMAN = ((MALE | FEMALE) - _BEASTS) | word_set(
    """adult alien announcer anyone archer artist assailant assassin assistant athlete attacker
        attorney audience baby baker bandit barber bartender batter biker bishop blacksmith
        bodyguard boss bouncer bowler boxer boyfriend builder burglar butler bystander cameraman
        camper captain captive carpenter cashier catcher champion chef child cleaner clerk
        climber clown coach colleague commuter competitor contestant cook cop couple courier
        cousin customer cyclist dancer defender dentist deputy detective director diver doctor
        driver drummer dwarf electrician elf emperor employee engineer everybody everyone fairy
        fan farmer fencer figure firefighter fisherman follower friend gardener ghost giant
        girlfriend goalie goalkeeper goblin golfer guard guest guitarist gunman gymnast
        hairdresser henchman hero heroine hiker hitman host hostage hostess housekeeper human
        hunter individual infant inspector instructor interviewer intruder janitor jester jockey
        journalist judge jumper juvenile kayaker kid killer knight landlord lawyer leader
        lecturer lieutenant lifeguard lover magician mailman manager mayor mechanic medic member
        midfielder miller minor model monster motorist mourner mugger murderer musician narrator
        neighbor neighbour ninja nobody nurse officer official onlooker operator opponent orphan
        outlaw owner paddler painter paramedic parent participant partner passenger passerby
        patient patron peasant pedestrian peer people performer person pharaoh photographer
        pianist pickpocket piercer pilot pirate pitcher player plumber porter presenter
        president prisoner professor pupil quarterback receptionist referee relative reporter
        rider rival robber robot roommate rower runner sailor santa scientist senator sergeant
        servant server sheriff shoemaker shooter shoplifter shopper singer skateboarder skater
        skier snowboarder soldier somebody someone sorcerer speaker spectator spiderman spouse
        sprinter stranger striker student stuntman stylist subject surfer surgeon suspect
        swimmer tattooist teacher teammate technician teen teenager tenant thief thrower thug
        toddler tourist trainer trespasser troll twin umpire vandal vet victim viewer villain
        violinist visitor waiter wakeboarder wearer winger winner witch witness wizard
        woodcutter worker wrestler zombie"""
)
ANIMAL = word_set(
    """albatross alligator alpaca animal ant anteater antelope ape armadillo badger bat bear beast
    beaver bee beetle bird bison boar bobcat buffalo bunny butterfly calf camel cat caterpillar
    chameleon cheetah chick chicken chimp chimpanzee chinchilla chipmunk cobra condor cougar
    coyote crab crayfish creature cricket crocodile crow cub cuckoo deer dinosaur dog
    dolphin donkey dove dragon dragonfly duck duckling eagle eel elephant elk emu ewe falcon
    fawn ferret finch fish flamingo fly foal fox frog gazelle gecko giraffe gnu goat goose
    gorilla grasshopper gull hamster hare hatchling hawk hedgehog heron hippo hornet horse hound
    hummingbird hyena iguana insect jackal jaguar jellyfish kangaroo kingfisher kitten koala
    ladybug lamb lemur leopard lion lioness lizard llama lobster locust lynx magpie mammal
    manatee meerkat mole mongoose monkey moose mosquito moth mouse mule nestling newt octopus
    opossum orca ostrich otter owl ox panda panther parrot partridge peacock pelican penguin pet
    pheasant pig pigeon piglet platypus pony puffin puma pup puppy python quail rabbit raccoon
    rat rattlesnake raven reindeer reptile rhino robin rodent salamander salmon seagull seal
    shark sheep skunk sloth slug snail snake sparrow spider squid squirrel stag starfish
    stingray stork swan tadpole tapir termite tiger toad tortoise trout turkey turtle viper
    vixen vulture walrus wasp weasel whale wildebeest wolf woodpecker worm yak zebra"""
)
ANIMATE = HUMAN | ANIMAL | _BEASTS

SOMETIMES_ANIMATE = word_set(
    """bat batter bear bowler boxer bug bull calf chicken cleaner cook crab cracker crane cricket
    duck eel fan figure fish fly ghost giant goose guard guide host jumper lamb leader lobster
    model mole monster mouse octopus official operator ox patient pet pitcher ring robot
    runner salmon seal snail squid striker tick trout turkey twin worm"""
)
"""Animate only where they act: *the chicken runs*, not *adds the chicken*."""

MACHINES = word_set(
    """bat bug cleaner cracker crane fan guide host jumper mole ring seal squid tick"""
)
"""Of these, the ones that must do what only a creature does."""

GROUPS = word_set(
    """army audience band bunch cast choir class committee couple crew crowd duo family flock
    gang group herd line mob orchestra pack pair parade party people police procession public
    quartet queue squad staff swarm team trio"""
)
"""Collectives; ``group of X`` takes what it is from X."""
COUNTED_GROUPS = {"couple": 2, "pair": 2, "duo": 2, "both": 2, "trio": 3, "quartet": 4}
PARTITIVES = word_set(
    """all amount any bag bit both bottle bowl box bunch can chunk clip cluster couple crowd cup
    dollop dozen drop each few flock footage glass group half handful heap herd kind layer
    list lot lots majority many most none number one pack pair part piece pieces pile pinch
    plenty portion rest row scene series serving set several sheet shot slice some sort
    spoonful stack string strip swarm tablespoon team teaspoon top type variety"""
)
"""Heads whose ``of`` complement says what the thing is."""
QUANTITY_HEADS = word_set(
    """all amount any bit both bunch clip clips couple dozen each few footage group half handful
    kind lot lots majority many most none number one pair plenty rest row scene scenes series
    set several shot shots some sort type variety"""
)
"""Of these, the ones that never name the thing themselves."""

PLACES = word_set(
    """air airport aisle alley apartment arcade area arena attic avenue background backyard
    balcony bank bar barn basement bathroom beach bedroom boulevard bridge burrow bush bushes
    cafe camp campsite canopy canyon carpark castle cave cell cellar checkout church cinema
    city classroom clearing cliff coast corner corridor counter country countryside court
    courtyard crossing cubicle deck den desert distance dock doorway downstairs driveway
    dungeon elevator entrance exit factory farm fence field floor foreground forest garage
    garden gate glacier glade gorge grass ground gym hall hallway harbor harbour highway hill
    hole home horizon hospital hotel house indoors inside intersection island jungle kitchen
    lab laboratory lair lake landscape lane lawn library lift lobby location lot mall market
    meadow mountain museum nest ocean office outdoors outside palace park parking path patio
    pavement pier pitch place platform plaza pond pool porch prison quarry ramp reception
    restaurant ring rink river road roof rooftop room salon sand scene scenery school sea shop
    shore sidewalk site sky slope snow space spot square stable stadium stage staircase stairs
    stairwell station store stream street studio supermarket temple theater theatre tower town
    track trail treetops tunnel upstairs valley vault village wall warehouse water wood woods
    workshop world yard"""
)

FLEXIBLE_PLACES = word_set(
    """air area bank bar bridge bush cell corner counter fence floor gate grass ground hole lift
    path platform plaza ramp ring sand scene sky snow square stage track trunk wall water
    world"""
)
"""Places that are things where something is done to them."""

BODY_PARTS = word_set(
    """ankle arm back beak beard belly body bottom breast brow cheek chest chin claw ear elbow
    expression eye eyebrow eyelid face feather feet fin finger fist foot forehead frown fur
    gaze grin hair hand head heel hip hoof horn jaw knee lap leg limb lip mane mouth muzzle
    nail neck nose palm paw rear shoulder skin smile snout stomach tail teeth throat thumb toe
    tongue tooth torso voice waist whisker wing wrist"""
)
OWN_LIMBS = word_set(
    """arm chest chin ear elbow eye eyebrow face feet finger fist foot forehead hand head knee
    leg lip mouth neck nose paw shoulder tail teeth thumb toe"""
)
"""Parts of the body that are the doer's own where nobody's are named: *raises one hand*."""
LIFELESS = word_set(
    """acorn apple bamboo berry blossom boulder branch bud bulb bush cactus cloud clover coral fern
    fire flame flower fog fruit fungus grass hedge ice lava leaf leave lightning log mist moss
    mushroom nut oak palm pebble petal pine plant pod pollen rain reed rock rocket root sand sap
    seaweed seed shell shrub smoke snow sprout stalk star stem stick stone storm stump sun thorn
    thunder timber tree trunk twig vine volcano weed wheat willow wind wood"""
)
"""Plants, their parts and things of nature: they act in stories and stay what they are."""
CLOTHES = word_set(
    """apron bandana bikini blouse boot boots cap cloak coat costume dress glasses glove gloves
    goggles gown hat headscarf helmet hijab hood hoodie jacket jeans jersey kimono leotard
    mask outfit pants robe sandals scarf shirt shoe shoes shorts skirt sneakers sock socks
    suit sunglasses sweater sweatshirt swimsuit t-shirt tie top trousers tshirt turban tutu
    uniform vest wetsuit"""
)

COLOURS = word_set(
    """beige black blond blonde blue bluish brown dark golden gray green greenish grey light
    orange pink purple red reddish silver tan turquoise violet white yellow"""
)
DIMENSIONS: dict[str, str] = {
    **dict.fromkeys(COLOURS, "colour"),
    **dict.fromkeys(["big", "large", "huge", "giant", "tall", "enormous"], "size:big"),
    **dict.fromkeys(["small", "little", "tiny", "short", "mini"], "size:small"),
    **dict.fromkeys(["old", "older", "elderly"], "age:old"),
    **dict.fromkeys(["young", "younger"], "age:young"),
    **dict.fromkeys(["left", "right", "front", "rear", "upper", "lower"], "side"),
}
"""Adjectives that can tell two things of one name apart, by what they measure."""
CONTRAST = word_set("another different fifth fourth new other second third")
"""Words that introduce one more of a kind."""

BEGINNING = word_set(
    """agree aim appear attempt be begin bother cease choose come continue dare decide expect
    fail finish get go happen hate have help hope hurry intend keep learn like love manage
    mean need plan prefer prepare pretend proceed refuse resume rush seem start stop struggle
    tend threaten try use want wish"""
)
"""Verbs that melt with the verb they lead: ``begins to fall`` is one event, of falling."""
UNREALISED = word_set(
    """agree aim dare decide expect fail hate hope intend like love mean need plan prefer pretend
    refuse threaten want wish"""
)
OBJECT_CONTROL = word_set(
    """allow ask beg cause command convince drive enable encourage force get have help instruct
    invite lead leave let make order permit persuade push send teach tell urge warn"""
)
CAUSATIVE = word_set("""allow cause drive enable force get have lead leave let make send""")
ENABLING = word_set("allow enable help let permit")
PREVENTING = word_set("bar block hinder keep prevent protect save stave stop")
PERCEIVING = word_set("""catch discover feel find hear notice observe see show spot watch""")
SAYING = word_set(
    """agree announce ask believe claim decide describe discuss doubt expect explain forget guess
    hope imagine know learn mean mention pretend promise read realise realize remember say
    state suggest suppose tell think wish wonder"""
)
RESULTING = word_set(
    """allow amuse anger annoy block break bring cause close confuse crush cut delight destroy
    drag enable fling force free frighten hurl hurt kill knock launch lead leave let make open
    please prevent pull push puzzle release result scare send set shatter smash spill startle
    stop surprise sweep throw topple trap trigger turn upset wake worry wreck"""
)
"""Verbs that say, after ``, which``, what an event led to."""
FEELING = word_set(
    """alarm amuse anger annoy attract bore confuse delight distract embarrass excite frighten
    please puzzle scare shock startle surprise upset wake worry"""
)

STATIVE = word_set(
    """be belong consist contain cost equal have include mean own remain resemble seem"""
)
HOLDING = word_set("""bear carry clutch cradle grab grasp grip hold hug lift pick raise seize""")
PLACING = word_set(
    """add apply attach drop hang insert lay lean load mount park pin place position pour put
    rest rub set smear spray spread sprinkle stack stand stick throw tie"""
)
RESTING = word_set(
    """appear be crouch float grow hang hide hover kneel land lean lie live perch remain rest
    settle sit sleep squat stand stay wait"""
)

DOING: frozenset[str] = word_set(
    """accept add adjust aim appear applaud apply approach argue arrange arrive ask assault attach
    attack bake balance bark beat beckon bend bite blanch blend blink blow board boil bolt
    bounce bow bowl braid brandish break breathe bring bruise brush buckle build bump burn burst
    bury buy call calm carry carve catch celebrate change charge chase check cheer chew chirp
    chop circle clap clean clear clench climb cling close coat collapse collect collide comb
    come conceal confront connect cook cool cough count cover cower crack crash crawl creep
    cross crouch crumple crush cry curl cut dab dance dangle dart dash deal deliver depart
    deposit dice dig dip disappear discard disembark dismount dispose dive do dodge drag drain
    draw dress dribble drift drink drip drive drizzle drop dry duck dump dunk dust eat embrace
    emerge empty enter escape escort examine exchange exercise exhale exit explode fade faint
    fall fasten feed feel fetch fight fill find finish fire fix flap flatten flee flick flinch
    flip flit float flush flutter fly fold follow freeze frisk frown fry fumble gallop garnish
    gasp gather gaze gesture get give glance glare glide glue go grab grasp grate graze greet
    grill grin grind grip groan growl gulp hammer hand handcuff hang hatch haul heat heave hide
    hiss hit hoe hoist hold hop host hover huddle hug hurl hurry ignite inhale injure insert
    inspect interview iron jab jerk jog join juggle jump keep kick kidnap kiss knead kneel knit
    knock label land laugh launch lay lead lean leap leave lie lift light limp linger load lob
    lock loiter look loosen lower lunge lurch make march marinate mash measure meet melt
    microwave mime miss mix mold moo mop mould mount move mow mulch mumble munch mutter nail
    nestle nibble nod nudge nuzzle open operate organize overtake pace pack paddle paint pan
    park pass pat pause pay peek peel peer perform pet pick pile pin pinch place plant play
    plough plow pluck plug plunge point polish pour practice prepare press prowl pull punch push
    put race raise rake ram reach read reappear record refrigerate reheat remove repair replace
    reposition rescue rest retrieve return reverse ride rinse rip rise roam roar roast rob roll
    rotate row rub rummage run rush sail salute sand saute saw scatter scoop score scour scrape
    scratch scream screw scroll scrub scuttle seal search season see separate serve set settle
    sew shake shape sharpen shatter shave shiver shoot shout shovel show shred shriek shrug
    shuffle shut sift sign simmer sing sink sip sit skate ski skid skip slam slap slash sleep
    slice slide slip slither slump smack smash smear smell smile smoke smooth snap snarl snatch
    sneak sneeze snore snort soak soap soar sob sort spar speak spear spin spit splash split
    spoon spot spray spread spring sprinkle sprint squeeze squint stab stack stagger stalk stamp
    stand staple stare start startle steal steer step stick stir stock stomp stop store storm
    straighten strain strangle stretch stride strike stroll study stuff stumble surf surrender
    surround swallow swat sway sweep swerve swim swing swipe swoop tackle take talk tamper tap
    tape taste tear tease test throw thrust thump tidy tie tighten tilt tip tiptoe toast top
    toss touch trample transfer trash travel tremble trim trip trot trudge tuck tug tumble turn
    twist type unbuckle unfold unload unlock unpack unroll unscrew untie unwrap unzip use vacuum
    vanish vault volley waddle wade wag wait wake walk wander warm wash watch water wave wear
    weep weigh weld whimper whine whip whirl whisk whistle wiggle wince wipe withdraw wrap
    wrestle wriggle wring write yank yell zip zoom"""
)
"""Everyday actions, by which a caption's verb is told from a noun of the same spelling."""

ANIMATE_DOING = word_set(
    """admire aim applaud ask attack bark beam bend bite blink bow breathe build carry catch
    chase cheer chew clap clean climb clutch cower crawl creep cringe crouch cry cut dance
    dart dash decide dig dive dodge drag draw dribble drink drive duck eat enjoy escape fight
    flee flinch follow frown gallop gasp gaze give glance glare grab grasp grin growl hand
    hear hide hold hop hug hurl hurry jump kick kiss kneel laugh lean leap lick lift limp
    listen look march nod notice paint pant peck peek peel peer perch pick place point pose
    pounce pour prowl pull punch push put race read ride rub run rush salute say scowl scratch
    scream scurry see shake shiver shoot shout shrug shuffle sigh sing sit skip sleep slink
    smell smile smirk sneak sniff snore sob speak spot squat squeeze stagger stand stare stir
    stretch stride stroll strut stumble swim take talk taunt tease tell think throw tiptoe
    toss tremble trot try waddle wake walk wander want wash watch wave weep whisper wink wipe
    write yawn yell"""
)
"""What only a creature does; tells animate nouns and pronouns from things."""

DOING |= ANIMATE_DOING | word_set(
    """brown buzz chime detain flow hunt pocket ring shove signal skewer spear zest"""
)
INANIMATE_DOING = word_set(
    """bake beep boil bounce break brown burn buzz chime cook crack crash dissolve drift drip
    explode fade flash fry leak melt ring roast roll shatter shine simmer sizzle snap spill
    stick tear thicken"""
)
MOVING = word_set(
    """blow bounce burn come contain cover cross drift drip drive drop fall flash float flow fly
    follow glow go grow hang hover lead lie move pass pour rest ride rise roll run rush sail
    shine show sink sit slide spin stand swing travel tumble turn wave"""
)
"""What things without a will of their own also do."""
MANIPULATING = word_set(
    """bend bite break carry chew clean close cut drink drop eat fetch fold get grab hang hold hurl
    lift lower mix open paint peel pick place plug pour put raise read retrieve roll shake slice
    stir swing throw tie toss unplug use wash wear wipe yank"""
)
MIXING = word_set("""beat blend crumble drop fold mix pour rub sprinkle stir toss whisk""")
CONTAINERS = word_set(
    """basin basket bin blender bottle bowl box bucket can container cup dish glass jar jug mixer
    mug oil oven pan pot saucepan sink skillet tin tray tub wok"""
)
"""What things are stirred or poured inside."""
INTRANSITIVE = word_set(
    """bow collapse escape exit faint fall flee grin jump laugh leave miss score scream shrug sigh
    smile sneeze wink"""
)
"""What is done without an object, where a noun of the same spelling is rare after a verb."""
LOCATIVE = word_set(
    """above across against along alongside amid among around at atop behind below beneath beside
    between beyond by down from in inside into near off on onto outside over past through to
    toward towards under underneath up within"""
)
TARGETING = word_set(
    """about after around at for from into of on onto over past to toward towards with"""
)
MANNER = word_set(
    """addition alarm anger awe behalf care caution confusion delight detail disbelief disgust
    ease embarrassment excitement expression face fear force fright front frown fun grief grin
    help horror hurry joy look manner moment order pain panic rage response return sadness
    shape silence smile speed style surprise terror time turn unison way while"""
)
"""Said of how something is done, never a tool or a place."""
ABSTRACT = word_set(
    """ability aim anything attempt attention beginning bit break care center centre chance day
    decision desire direction effort end evening everything fact fun hour idea kind life lot
    love middle minute moment morning need night nothing opportunity order part plan reason
    rest right second side sight something sort step thing time top turn view way while"""
)
"""Nouns that name nothing one could see or hold."""

PHRASAL = frozenset(
    pair.replace("_", " ")
    for pair in word_set(
        """blow_out blow_up break_off bring_in burn_down call_off carry_off chop_up clean_up
        cover_up cut_off cut_up dig_up drop_off fill_up fold_in gather_up hand_in hand_out
        hand_over hang_up heat_up hold_up kick_over knock_down knock_off knock_out knock_over
        lay_down let_in let_out lift_up lock_up mix_in mop_up peel_off pick_up pour_out
        pull_down pull_off pull_out push_away push_over put_away put_down put_on put_out rip_off
        rip_up roll_out scoop_out scoop_up set_down set_off shake_off shut_down shut_off
        slam_down snuff_out spit_out take_off take_out tear_down tear_off tear_up throw_away
        throw_out tie_up tip_over wake_up wash_off wipe_off wrap_up write_down zip_up"""
    )
)
"""Verbs with a particle that take an object: *the goat knocks over the bucket*."""
SWITCHING = frozenset({"turn on", "turn off", "switch on", "switch off"})
SWITCHED = word_set(
    """alarm burner camera computer cooker engine fan faucet gas heater iron lamp laptop light
    machine microwave mixer motor music oven phone projector radio shower siren stove switch
    tap television torch tv vacuum water"""
)
"""What one turns on: *turns on the tap*, but *turns on the branch*."""
